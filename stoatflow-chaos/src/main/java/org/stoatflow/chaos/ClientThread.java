package org.stoatflow.chaos;

/** The background threads of Kafka's clients that a fault may strike. */
enum ClientThread {
    PRODUCER("kafka-producer-network-thread"),
    ADMIN("kafka-admin-client-thread"),
    HEARTBEAT("kafka-coordinator-heartbeat-thread");

    private final String prefix;

    ClientThread(String prefix) {
        this.prefix = prefix;
    }

    /** Whether the caller runs on such a thread. */
    boolean isCurrent() {
        return Thread.currentThread().getName().startsWith(prefix);
    }
}
