package org.stoatflow.simulation.stores;

import java.util.List;
import org.apache.kafka.common.header.Header;

/**
 * A value with all that may be put beside it.
 *
 * @param number the plain value
 * @param timestamp its time; -1 where it is not shown
 * @param headers its headers
 */
record Value(int number, long timestamp, List<Header> headers) {
    static final long NO_TIME = -1;
}
