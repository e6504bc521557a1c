package org.stoatflow.simulation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.topology.LogicalTopology;
import org.stoatflow.topology.Traits;

/** The simulated topologies, each with the output that a serial run makes of a record. */
enum SimulatedTopology {
    /** Lines to words, a hop, counts. */
    WORD_COUNT(List.of("lines"), new Sink("counts", "by-word")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.wordCount(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            record.words.forEach(word -> expected.count("counts", word));
        }

        @Override
        int endings(InputRecord record) {
            return record.words.size();
        }
    },

    /** Lines to words, which are counted; the updates are counted again by another key. Two hops, two stores. */
    TWO_HOPS(List.of("lines"), new Sink("counts", "by-word"), new Sink("updates", "by-bucket")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.twoHops(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            for (String word : record.words) {
                expected.count("counts", word);
                expected.count("updates", UserCode.bucket(word));
            }
        }
    },

    /** Two topics merged, then a hop and counts. */
    MERGE(List.of("left", "right"), new Sink("counts", "by-word")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.merge(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            record.words.forEach(word -> expected.count("counts", word));
        }
    },

    /** No state: a new key, a hop, out. */
    STATELESS(List.of("lines"), new Sink("passed", null)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.stateless(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            expected.id("passed", UserCode.bucket(String.valueOf(record.key)));
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** The key stays, so both stages run by key: records are passed on, and counted. */
    KEYED(List.of("keyed"), new Sink("passed", null), new Sink("counts", "by-key")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.keyed(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            String key = String.valueOf(record.key);
            expected.id("passed", key);
            expected.count("counts", key);
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** As {@link #KEYED}, over the topics of a pattern, which may be deleted. */
    TENANTS(List.of("tenant-a", "tenant-b", "tenant-c"), new Sink("passed", null), new Sink("counts", "by-key")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.tenants(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            KEYED.expect(record, expected);
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** A punctuator writes only to a store without a changelog, beside records that are counted in one with it. */
    UNLOGGED_TICKS(List.of("keyed"), new Sink("counts", "by-key")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Unlogged.build(builder, code);
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** Windows that close by stream time, in a stage by partition, whose closing goes over a hop. */
    WINDOWS(List.of("keyed"), Sink.windows("closed")) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return WindowCounting.topology(code, partitions, Traits.USER_FIXED_KEY);
        }
    },

    /** As {@link #WINDOWS}, in stages by key. */
    WINDOWS_BY_KEY(List.of("keyed"), Sink.windows("closed")) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return WindowCounting.topology(code, partitions, HandMade.OPERATOR);
        }
    },

    /** Two stages that feed each other, like those of a foreign-key join. */
    CIRCLE(List.of("keyed"), new Sink("answers", "by-key"), new Sink("subscriptions", "by-bucket")) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return Circle.topology(code, partitions);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            String key = String.valueOf(record.key);
            expected.count("answers", key);
            expected.count("subscriptions", UserCode.bucket(key));
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** Punctuators of both kinds, whose output goes over a hop, beside records that are passed on. */
    TICKS(List.of("lines"), Sink.ticks("ticks", Ticking.STORE), new Sink("passed", null)) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return new HandMade()
                    .source("lines", "lines", Serdes.String())
                    .processor("tick", Ticking::new, Traits.USER, List.of(Ticking.STORE), "lines")
                    .counts(Ticking.STORE, "tick")
                    .sink("to-hop", "hop", Serdes.Long(), "tick")
                    .processor("pass", () -> new Passing(code), HandMade.OPERATOR, List.of(), "lines")
                    .sink("to-passed", "passed", Serdes.String(), "pass")
                    .source("hop", "hop", Serdes.Long())
                    .sink("to-ticks", "ticks", Serdes.Long(), "hop")
                    .hop("hop", partitions)
                    .build();
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            expected.id("passed", UserCode.bucket(String.valueOf(record.key)));
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    },

    /** Records that cannot be read, processed or sent are dropped, with a dead letter. */
    LEFT_OUT(List.of("lines"), new Sink("passed", null)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.leftOut(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            expected.id("passed", UserCode.bucket(String.valueOf(record.key)));
        }

        @Override
        Map<String, Object> config() {
            return Handling.goOn();
        }
    },

    /** A word count that fails after it has written; the record is run again. */
    RUN_AGAIN(List.of("lines"), new Sink("counts", "by-word")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.runAgain(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            record.words.forEach(word -> expected.count("counts", word));
        }

        @Override
        int endings(InputRecord record) {
            return record.words.size();
        }

        @Override
        Map<String, Object> config() {
            return Handling.runAgain();
        }
    },

    /** Counts of two topics by the same key, which are joined: each record raises the sum of its key by one. By key. */
    JOIN(Joining.TOPICS, new Sink(Joining.SUMS, Joining.SUMS)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Joining.build(builder, code);
        }
    },

    /** As {@link #JOIN}, by partition. */
    JOIN_BY_PARTITION(Joining.TOPICS, new Sink(Joining.SUMS, Joining.SUMS)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Joining.build(builder, code);
        }

        @Override
        Map<String, Object> config() {
            return Joining.byPartition();
        }
    },

    /** Counts by window whose updates are held back until the window is over, and then go over a hop. */
    SUPPRESS(List.of("keyed"), Sink.windows("closed", Suppressing.HELD)) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return Suppressing.topology(code, partitions);
        }
    },

    /** As {@link #SUPPRESS}, with a join with a grace period that waits for the window's end. */
    WAITING_JOIN(List.of("keyed"), Sink.windows("closed", WaitingJoin.HELD)) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return WaitingJoin.topology(code, partitions);
        }
    },

    /** Two counts of a record, joined by a foreign key: each record raises the sum of its key by two. Four stages. */
    FOREIGN_KEY_JOIN(List.of("lines"), new Sink(ForeignJoining.SUMS, ForeignJoining.SUMS)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            ForeignJoining.build(builder, code);
        }

        // An answer is stale where a later record has changed the count. That record's answer has its sum.
        @Override
        boolean countsLate() {
            return true;
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            expected.count(ForeignJoining.SUMS, String.valueOf(record.key));
            expected.count(ForeignJoining.SUMS, String.valueOf(record.key));
        }
    },

    /** A left join of streams that come in order. */
    STREAM_JOIN(List.of("keyed"), Sink.windows(StreamJoining.RESULTS, StreamJoining.UNJOINED)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            StreamJoining.inOrder(builder, code);
        }

        @Override
        Map<String, Object> config() {
            return StreamJoining.config();
        }

        @Override
        List<String> stores() {
            return List.of(StreamJoining.UNJOINED, "join-this-join-store", "join-outer-other-join-store");
        }

        @Override
        DueCheck dueCheck(IntFunction<InputRecord> inputs, boolean exactlyOnce) {
            return new StreamJoinCheck(inputs, exactlyOnce, false, StreamJoinCheck.patienceMs());
        }
    },

    /** An outer join of streams that come over a hop each. */
    STREAM_JOIN_BEHIND_HOPS(List.of("keyed"), Sink.windows(StreamJoining.RESULTS, StreamJoining.UNJOINED_OF_BOTH)) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            StreamsBuilder builder = new StreamsBuilder();
            StreamJoining.behindHops(builder, code, partitions);
            return TopologyAccess.logical(builder.build());
        }

        @Override
        List<String> stores() {
            return List.of(StreamJoining.UNJOINED_OF_BOTH, "join-outer-this-join-store", "join-outer-other-join-store");
        }

        @Override
        DueCheck dueCheck(IntFunction<InputRecord> inputs, boolean exactlyOnce) {
            return new StreamJoinCheck(inputs, exactlyOnce, true, 0);
        }
    },

    /** A table that is grouped anew: its rows move from group to group. */
    REGROUPED_TABLE(List.of("keyed"), Sink.windows(Regrouping.MEMBERS, Regrouping.MEMBERS)) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Regrouping.build(builder, code);
        }

        @Override
        List<String> stores() {
            return List.of(Regrouping.ROWS, Regrouping.MEMBERS);
        }

        @Override
        DueCheck dueCheck(IntFunction<InputRecord> inputs, boolean exactlyOnce) {
            return new RegroupingCheck();
        }
    },

    /** Some records become many updates of a count. Under exactly-once few of these fit into an epoch. */
    FAN_OUT(List.of("keyed"), new Sink("counts", "by-key")) {
        @Override
        void build(StreamsBuilder builder, UserCode code) {
            Counted.fanOut(builder, code);
        }

        @Override
        void expect(InputRecord record, Expected expected) {
            for (int update = 0; update < endings(record); update++) {
                expected.count("counts", String.valueOf(record.key));
            }
        }

        @Override
        int endings(InputRecord record) {
            return UserCode.fanOut(record.id);
        }
    },

    /** Counts in stores of users' classes, see {@link UsersStores}. */
    USERS_STORES(List.of("keyed"), new Sink("counts", UsersStores.COUNTS)) {
        @Override
        LogicalTopology logical(UserCode code, int partitions) {
            return UsersStores.topology(code, partitions);
        }

        @Override
        List<String> stores() {
            return List.of(UsersStores.COUNTS, UsersStores.HEAP_ROWS, UsersStores.DISK_ROWS);
        }

        @Override
        int endings(InputRecord record) {
            return 1;
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // List.of makes them immutable, which their types do not say.
    private final List<String> sources;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<Sink> sinks;

    SimulatedTopology(List<String> sources, Sink... sinks) {
        this.sources = sources;
        this.sinks = List.of(sinks);
    }

    void build(StreamsBuilder builder, UserCode code) {
        throw new UnsupportedOperationException(name() + " is put together by hand");
    }

    /** The program. Hops that are made by hand have this number of partitions. */
    LogicalTopology logical(UserCode code, int partitions) {
        StreamsBuilder builder = new StreamsBuilder();
        build(builder, code);
        return TopologyAccess.logical(builder.build());
    }

    /** The program's own configuration, beside that of all programs. */
    Map<String, Object> config() {
        return Map.of();
    }

    /** Whether records may be dropped, each with a dead letter. */
    final boolean leavesOut() {
        return this == LEFT_OUT;
    }

    /** Adds the output of a serial run for the record: unless the program says otherwise, its key is counted. */
    void expect(InputRecord record, Expected expected) {
        String key = String.valueOf(record.key);
        if (putsOutWindows()) {
            expected.inWindow(key);
        } else {
            expected.count(sinks.getFirst().topic(), key);
        }
    }

    /** Whether at-least-once may commit a record before there is a count that has it. */
    boolean countsLate() {
        return false;
    }

    /** Compares the output that stream time makes due, if there is any. */
    DueCheck dueCheck(IntFunction<InputRecord> inputs, boolean exactlyOnce) {
        return new WindowCheck(exactlyOnce);
    }

    /**
     * Whether output that is due may wait for the next record of its partition: with a disk, the stream time is lost
     * of a join whose last records have found partners.
     */
    boolean awaitsRecords() {
        return this == STREAM_JOIN || this == STREAM_JOIN_BEHIND_HOPS;
    }

    /** The stores that are compared with their changelogs, and whose changelogs are compacted. */
    List<String> stores() {
        return sinks.stream().map(Sink::store).filter(Objects::nonNull).toList();
    }

    /** How often {@link UserCode#ends} is called for the record; 0 if the program does not call it. */
    int endings(InputRecord record) {
        return 0;
    }

    /** Whether a second count counts the updates of the first. */
    boolean countsUpdates() {
        return this == TWO_HOPS;
    }

    /** Whether values of a count may be left out though nothing is cached. */
    boolean skipsCounts() {
        return this == FOREIGN_KEY_JOIN;
    }

    final boolean takesNullKeys() {
        return switch (this) {
            case KEYED,
                    TENANTS,
                    UNLOGGED_TICKS,
                    CIRCLE,
                    JOIN,
                    JOIN_BY_PARTITION,
                    FOREIGN_KEY_JOIN,
                    FAN_OUT,
                    USERS_STORES -> false;
            default -> !putsOutWindows();
        };
    }

    private boolean putsOutWindows() {
        return sinks.getFirst().content() == Sink.Content.WINDOWS;
    }

    final List<String> sources() {
        return sources;
    }

    final List<Sink> sinks() {
        return sinks;
    }

    /** Whether topics may be deleted and the program goes on with others. */
    final boolean isOfPattern() {
        return this == TENANTS;
    }

    /** Whether the output can be compared though it is not known which records of the input were processed. */
    final boolean mayLoseInput() {
        return sinks.stream().noneMatch(sink -> sink.content() == Sink.Content.WINDOWS) && !leavesOut();
    }
}
