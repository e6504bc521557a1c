package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.clock.StoredClocks;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.topology.LogicalTopology;

/** Punctuators on stepped lanes: when they are called, and that each call is part of one epoch. */
class PunctuationScheduleTest {
    private static final int SCHEDULES = Integer.getInteger("stoatflow.test.schedules", 300);

    @Test
    void shouldFireAfterTheRecordThatAdvancesStreamTimeAndOnceForWhatWasMissed() {
        assertEquals(
                List.of("k=r5", "k=p5", "k=r9", "k=r10", "k=p10", "k=r45", "k=p45", "k=r44", "k=r50", "k=p50"),
                run((context, self) -> every(context, 10, "p"), 5, 9, 10, 45, 44, 50));
    }

    @Test
    void shouldKeepToTheStartThatIsGiven() {
        assertEquals(
                List.of(
                        "k=r5", "k=r9", "k=r13", "k=p13", "k=r22", "k=r23", "k=p23", "k=r60", "k=p60", "k=r63",
                        "k=p63"),
                run(
                        (context, self) -> context.schedule(
                                Instant.ofEpochMilli(13),
                                Duration.ofMillis(10),
                                PunctuationType.STREAM_TIME,
                                now -> self.tell("p", now)),
                        5,
                        9,
                        13,
                        22,
                        23,
                        60,
                        63));
    }

    @Test
    void shouldRefuseAStartThatMillisecondsCannotSay() {
        List<String> refused = new ArrayList<>();
        run(
                (context, self) -> refused.add(assertThrows(
                                IllegalArgumentException.class,
                                () -> context.schedule(
                                        Instant.MAX, Duration.ofMillis(10), PunctuationType.STREAM_TIME, now -> {}))
                        .getMessage()),
                5);
        assertTrue(refused.getFirst().contains("\"startTime\" (value was: " + Instant.MAX + ")"), refused::getFirst);
    }

    @Test
    void shouldNotFireAfterACancelEvenByItself() {
        assertEquals(
                List.of("k=r5", "k=p5", "k=r10", "k=p10", "k=r20", "k=r30"),
                run(
                        (context, self) -> {
                            Cancellable[] own = new Cancellable[1];
                            own[0] = context.schedule(Duration.ofMillis(10), PunctuationType.STREAM_TIME, now -> {
                                self.tell("p", now);
                                if (now >= 10) {
                                    own[0].cancel();
                                }
                            });
                        },
                        5,
                        10,
                        20,
                        30));
    }

    /**
     * The number in the state, the forwarded counts and the commits of epochs agree under any schedule of lanes and
     * cuts.
     */
    @Test
    void shouldCountEachWallClockPunctuationOnce() {
        int told = 0;
        for (int schedule = 0; schedule < SCHEDULES; schedule++) {
            Random random = new Random(schedule);
            List<ConsumerRecord<byte[], byte[]>> input =
                    input(random.ints(20, 0, 100).toArray());
            List<String> counts = new SteppedLanes(
                            topology((context, self) -> context.schedule(
                                    Duration.ofMillis(25), PunctuationType.WALL_CLOCK_TIME, now -> self.count())),
                            random.nextBoolean(),
                            0,
                            2,
                            2,
                            input,
                            schedule)
                    .run().stream()
                            .flatMap(commit -> commit.output().stream())
                            .filter(line -> line.startsWith("wall="))
                            .toList();
            for (int partition = 0; partition < SteppedLanes.PARTITIONS; partition++) {
                String own = "wall=" + partition + ":";
                List<String> ofPartition =
                        counts.stream().filter(line -> line.startsWith(own)).toList();
                for (int i = 0; i < ofPartition.size(); i++) {
                    assertEquals(own + (i + 1), ofPartition.get(i));
                }
                told += ofPartition.size();
            }
        }
        assertTrue(told > SCHEDULES, "punctuations: " + told);
    }

    @Test
    void shouldHandOutStreamTimeThatWasKeptWithTheState() {
        SteppedLanes first = lanes((context, self) -> every(context, 10, "p"), 7);
        assertFalse(first.run().isEmpty());
        assertEquals(7, StoredClocks.read(first.state(), StoredClocks.ofTopic(SteppedLanes.INPUT, 0)));
        assertEquals(
                StoredClocks.UNKNOWN, StoredClocks.read(first.state(), StoredClocks.ofTopic(SteppedLanes.INPUT, 1)));
    }

    /** Another version of the program may change the order of the topology, and so the numbers of stages. */
    @Test
    void shouldKeepStreamTimeWithTheTopicAndNotWithTheStagesNumber() {
        SteppedLanes first = lanes((context, self) -> every(context, 10, "p"), 7);
        first.run();
        Topology topology = new Topology();
        addTelling(topology, SteppedLanes.UNREAD, (context, self) -> every(context, 10, "new"));
        addTelling(topology, SteppedLanes.INPUT, (context, self) -> every(context, 10, "p"));

        List<String> fired = new SteppedLanes(
                        TopologyAccess.logical(topology), true, 0, 1, 2, List.of(), 7, first.state())
                .run().stream().flatMap(commit -> commit.output().stream()).toList();

        assertEquals(List.of("k=p7"), fired);
    }

    private static void addTelling(
            Topology topology, String topic, BiConsumer<ProcessorContext<String, String>, Telling> scheduling) {
        topology.addSource(
                "src-" + topic, Serdes.String().deserializer(), Serdes.String().deserializer(), topic);
        topology.addProcessor("tell-" + topic, () -> new Telling(scheduling, false), "src-" + topic);
        topology.addSink(
                "out-" + topic,
                "out",
                Serdes.String().serializer(),
                Serdes.String().serializer(),
                "tell-" + topic);
    }

    private static void every(ProcessorContext<String, String> context, long ms, String name) {
        context.schedule(
                Duration.ofMillis(ms),
                PunctuationType.STREAM_TIME,
                now -> context.forward(new Record<>("k", name + now, now)));
    }

    private static List<String> run(BiConsumer<ProcessorContext<String, String>, Telling> scheduling, int... times) {
        return lanes(scheduling, times).run().stream()
                .flatMap(commit -> commit.output().stream())
                .toList();
    }

    private static SteppedLanes lanes(BiConsumer<ProcessorContext<String, String>, Telling> scheduling, int... times) {
        return new SteppedLanes(topology(scheduling), true, 0, 1, 2, input(times), 7);
    }

    private static List<ConsumerRecord<byte[], byte[]>> input(int... times) {
        List<ConsumerRecord<byte[], byte[]>> input = new ArrayList<>();
        for (int time : times) {
            input.add(SteppedLanes.record(0, input.size(), time, "k", "r" + time));
        }
        return input;
    }

    private static LogicalTopology topology(BiConsumer<ProcessorContext<String, String>, Telling> scheduling) {
        Topology topology = new Topology();
        topology.addSource(
                "src", Serdes.String().deserializer(), Serdes.String().deserializer(), SteppedLanes.INPUT);
        topology.addProcessor("tell", () -> new Telling(scheduling), "src");
        topology.addStateStore(
                Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("n"), Serdes.String(), Serdes.Long()), "tell");
        topology.addSink(
                "out", "out", Serdes.String().serializer(), Serdes.String().serializer(), "tell");
        return TopologyAccess.logical(topology);
    }

    /** Passes records on, and forwards its punctuations. */
    private static final class Telling extends ContextualProcessor<String, String, String, String> {
        private final BiConsumer<ProcessorContext<String, String>, Telling> scheduling;
        private final boolean counting;
        private KeyValueStore<String, Long> store;

        Telling(BiConsumer<ProcessorContext<String, String>, Telling> scheduling) {
            this(scheduling, true);
        }

        Telling(BiConsumer<ProcessorContext<String, String>, Telling> scheduling, boolean counting) {
            this.scheduling = scheduling;
            this.counting = counting;
        }

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            store = counting ? context.getStateStore("n") : null;
            scheduling.accept(context, this);
        }

        @Override
        public void process(Record<String, String> record) {
            context().forward(record);
        }

        void tell(String name, long now) {
            context().forward(new Record<>("k", name + now, now));
        }

        void count() {
            Long before = store.get("count");
            long count = before == null ? 1 : before + 1;
            store.put("count", count);
            assertEquals(
                    List.of(-1L, -1L),
                    Stream.of(context().recordMetadata().orElseThrow())
                            .flatMap(at -> Stream.of((long) at.partition(), at.offset()))
                            .toList());
            context().forward(new Record<>("wall", context().taskId().partition() + ":" + count, 0L));
        }
    }
}
