package org.stoatflow.memorykafka;

/**
 * What the broker can have done, with the names of the two numbers noted for it.
 */
enum JournalEvent {
    APPENDED("offset", "producer"),
    COMMIT_MARKER("offset", "producer"),
    ABORT_MARKER("offset", "producer"),
    TRUNCATED("start", "end"),
    LOG_LOST("end", "leader epoch"),
    TOPIC_DELETED("", ""),
    TOPIC_HIDDEN("from", "until"),
    COMPACTED("kept", "end"),
    ID_INITIALISED("producer", "epoch"),
    ID_FENCED("producer", "epoch"),
    TRANSACTION_COMMITTING("producer", "epoch"),
    TRANSACTION_ABORTING("producer", "epoch"),
    TRANSACTION_TIMED_OUT("producer", "epoch"),
    OFFSETS_PENDING("partitions", "producer"),
    OFFSETS_COMMITTED("partitions", "producer"),
    OFFSETS_DROPPED("partitions", "producer"),
    MEMBER_JOINED("members", "generation"),
    MEMBER_REPLACED("members", "generation"),
    MEMBER_LEFT("members", "generation"),
    REBALANCE_STARTED("members", "generation"),
    REBALANCE_DONE("members", "generation"),
    FAULT("", ""),
    BROKER_DOWN("from", "until"),
    CLIENT_CRASHED("buffered", "sent after all"),
    CLOSE_FAILED("", "");

    private final String firstName;
    private final String secondName;

    JournalEvent(String firstName, String secondName) {
        this.firstName = firstName;
        this.secondName = secondName;
    }

    String line(Object subject, long first, long second) {
        if (firstName.isEmpty()) {
            return name() + " " + subject;
        }
        return name() + " " + subject + " " + firstName + "=" + first + " " + secondName + "=" + second;
    }
}
