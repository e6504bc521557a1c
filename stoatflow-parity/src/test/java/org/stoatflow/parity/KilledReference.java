package org.stoatflow.parity;

import java.util.List;

/** One of the two libraries' test drivers, with the operators of {@code KilledOperators}. */
public interface KilledReference {
    /** One record of input. */
    record In(String topic, String key, String value, long atMs) {}

    /** One record of output; the topic's name is the operator's. */
    record Out(String operator, String key, String value) {}

    /**
     * What comes out when one task takes all of the input in this order, each operator's records in order.
     *
     * @param prefix what the topics' names begin with, whose length counts in buffers that are bounded in bytes
     */
    List<Out> run(List<In> input, boolean foreignKeys, String prefix);
}
