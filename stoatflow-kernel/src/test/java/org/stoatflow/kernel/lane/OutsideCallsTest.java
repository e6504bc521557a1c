package org.stoatflow.kernel.lane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.stoatflow.kernel.error.ErrorHandling;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Named;
import org.stoatflow.streams.kstream.Produced;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** What an asynchronous call's callback does with a processor's context and stores: it is refused, and says why. */
class OutsideCallsTest {
    private final List<Held> processors = new ArrayList<>();
    private @Nullable Call within;

    /** Something that a processor may do. */
    private enum Call {
        FORWARD {
            @Override
            void by(Held held) {
                held.context.forward(new Record<>("k", "late", 1));
            }
        },
        FORWARD_TO_CHILD {
            @Override
            void by(Held held) {
                held.context.forward(new Record<>("k", "late", 1), "out");
            }
        },
        GET_STORE {
            @Override
            void by(Held held) {
                held.context.getStateStore("rows");
            }
        },
        SCHEDULE {
            @Override
            void by(Held held) {
                held.context.schedule(Duration.ofSeconds(1), PunctuationType.WALL_CLOCK_TIME, now -> {});
            }
        },
        PUT {
            @Override
            void by(Held held) {
                held.rows.put("k", "late");
            }
        },
        PUT_TIMESTAMPED {
            @Override
            void by(Held held) {
                held.timed.put("k", ValueAndTimestamp.make("late", 1));
            }
        },
        GET {
            @Override
            void by(Held held) {
                held.rows.get("k");
            }
        },
        SCAN {
            @Override
            void by(Held held) {
                held.rows.all().close();
            }
        };

        abstract void by(Held held);

        boolean isOfStore() {
            return ordinal() >= PUT.ordinal();
        }
    }

    /** Keeps its context and its stores for later. */
    private final class Held implements Processor<String, String, String, String> {
        private ProcessorContext<String, String> context;
        private KeyValueStore<String, String> rows;
        private TimestampedKeyValueStore<String, String> timed;

        @Override
        public void init(ProcessorContext<String, String> newContext) {
            context = newContext;
            rows = context.getStateStore("rows");
            timed = context.getStateStore("timed");
            processors.add(this);
        }

        @Override
        public void process(Record<String, String> record) {
            if (within != null) {
                Throwable refusal = inAnotherThread(within, this);
                assertNotNull(refusal, "in another thread, while a record is processed");
            }
            context.forward(record);
        }
    }

    private LaneRig rig() {
        return LaneRig.exactlyOnce(
                builder -> {
                    builder.addStateStore(Stores.keyValueStoreBuilder(
                            Stores.persistentKeyValueStore("rows"), Serdes.String(), Serdes.String()));
                    builder.addStateStore(Stores.timestampedKeyValueStoreBuilder(
                            Stores.persistentTimestampedKeyValueStore("timed"), Serdes.String(), Serdes.String()));
                    program(builder);
                },
                ErrorHandling.FAILING);
    }

    private void program(StreamsBuilder builder) {
        builder.<String, String>stream("in")
                .process(Held::new, Named.as("mine"), "rows", "timed")
                .to("out", Produced.as("out"));
    }

    private static @Nullable Throwable inAnotherThread(Call call, Held held) {
        List<Throwable> thrown = new ArrayList<>();
        Thread other = Thread.ofPlatform().name("callback").start(() -> {
            try {
                call.by(held);
            } catch (Throwable refusal) {
                thrown.add(refusal);
            }
        });
        try {
            assertTrue(other.join(Duration.ofSeconds(30)));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        return thrown.isEmpty() ? null : thrown.getFirst();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedInAnotherThread(Call call) {
        LaneRig rig = rig();
        rig.feed(0, "k=v");
        rig.run();
        Throwable refusal = inAnotherThread(call, processors.getFirst());
        Class<? extends RuntimeException> expected =
                call == Call.SCHEDULE ? IllegalStateException.class : StreamsException.class;
        assertInstanceOf(expected, refusal);
        String message = String.valueOf(refusal.getMessage());
        assertTrue(message.contains(call.isOfStore() ? "Store " : "processor mine"), message);
        assertTrue(message.contains("thread callback"), message);
        rig.cut();
        assertEquals(List.of("out k=v"), rig.sent());
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedInAnotherThreadWhileARecordIsProcessed(Call call) {
        within = call;
        LaneRig rig = rig();
        rig.feed(0, "k=v");
        rig.run();
        rig.cut();
        assertEquals(List.of("out k=v"), rig.sent());
    }

    /** As in Kafka Streams, where no node is current then. */
    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedInTheLanesThreadBetweenRecords(Call call) {
        LaneRig rig = rig();
        rig.feed(0, "k=v");
        rig.run();
        Throwable refusal = null;
        try {
            call.by(processors.getFirst());
        } catch (StreamsException | IllegalStateException refused) {
            refusal = refused;
        }
        if (call == Call.PUT) { // its row would have the time of a record
            assertTrue(String.valueOf(refusal).contains("no record is being processed"), String.valueOf(refusal));
        } else if (call.isOfStore()) {
            assertNull(refusal, "a test may look at the stores of its processors");
        } else {
            assertNotNull(refusal);
        }
    }
}
