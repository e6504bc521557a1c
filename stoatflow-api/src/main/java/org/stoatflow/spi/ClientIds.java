package org.stoatflow.spi;

/**
 * The ids of an application's Kafka clients, which Kafka Streams' clients have too: tools cut them at {@code
 * -StreamThread-} to find the application's client.
 *
 * @param client {@code client.id}, or what an application without one is called
 */
public record ClientIds(String client) {
    /** The name of the one stream thread that the engine shows itself as. */
    public String thread() {
        return client + "-StreamThread-1";
    }

    /** The consumer of the sources. */
    public String consumer() {
        return thread() + "-consumer";
    }

    /** The consumers that read changelogs. */
    public String restoreConsumer() {
        return thread() + "-restore-consumer";
    }

    /** The name of the thread of the global stores. */
    public String globalThread() {
        return client + "-GlobalStreamThread";
    }

    /**
     * The consumer of the topics of global stores, as it is named where instance ids are told. Its client id is
     * shorter.
     */
    public String globalConsumer() {
        return globalThread() + "-global-consumer";
    }

    /** @param index 0, and 1 for the second producer under exactly-once, which Kafka Streams does not have */
    public String producer(int index) {
        return thread() + "-producer" + (index == 0 ? "" : "-" + (index + 1));
    }

    /** The admin client. */
    public String admin() {
        return client + "-admin";
    }
}
