package org.stoatflow.bench.latency;

/**
 * The resources that the application and the broker used in the measured window of one round.
 *
 * @param cpu processor time of the application, in percent of one processor
 * @param brokerCpu processor time of the broker, likewise
 * @param residentMib memory of the application at the end of the window; below zero where the system does not say
 * @param stolen processor time that the machine's host gave to others, in percent of all processors; not a number where
 *     the system does not say
 */
public record RoundUsage(double cpu, double brokerCpu, double residentMib, double residentPeakMib, double stolen) {}
