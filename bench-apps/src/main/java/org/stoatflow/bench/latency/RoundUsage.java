package org.stoatflow.bench.latency;

/**
 * What the application and the broker used in the measured window of one round.
 *
 * @param cpu processor time of the application, in percent of one processor
 * @param brokerCpu that of the broker
 * @param residentMib memory of the application at the end of the window; below zero where the system does not say
 * @param stolen what the machine's host took for others, in percent of all processors; not a number where nobody says
 */
record RoundUsage(double cpu, double brokerCpu, double residentMib, double residentPeakMib, double stolen) {}
