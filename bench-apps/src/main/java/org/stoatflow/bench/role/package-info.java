/**
 * The processes of a measurement: topics of the broker, load generator, application, latency consumer. Each is a main
 * class, and all it has to know is in variables of its environment, so that it may be a child of a command as well as
 * run on a machine of its own.
 */
package org.stoatflow.bench.role;
