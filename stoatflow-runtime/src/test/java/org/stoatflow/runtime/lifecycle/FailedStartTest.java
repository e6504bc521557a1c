package org.stoatflow.runtime.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.stoatflow.runtime.lifecycle.PhaseName.JOINING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PAUSING;
import static org.stoatflow.runtime.lifecycle.PhaseName.PLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.REPLANNING;
import static org.stoatflow.runtime.lifecycle.PhaseName.RUNNING;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;
import org.stoatflow.kernel.time.Clock;
import org.stoatflow.runtime.cluster.ClusterTopics;
import org.stoatflow.runtime.metrics.MetricsListener;
import org.stoatflow.runtime.settings.RunSettings;
import org.stoatflow.spi.EngineListener;
import org.stoatflow.spi.TopologyAccess;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsConfig;
import org.stoatflow.streams.Topology;
import org.stoatflow.streams.errors.MissingSourceTopicException;
import org.stoatflow.streams.errors.StreamsException;
import org.stoatflow.streams.kstream.Consumed;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.processor.internals.DefaultKafkaClientSupplier;

/** Objects that were opened before a start failed are closed. */
class FailedStartTest {
    private final AtomicInteger open = new AtomicInteger();

    /** The handler may ask for another start each second, and each start makes an admin client of its own. */
    @Test
    void shouldCloseTheAdminClientOfALifecycleThatCannotBeMade() {
        StreamsConfig config = new StreamsConfig(Map.of(
                "application.id",
                "app",
                "bootstrap.servers",
                "localhost:1",
                "default.key.serde",
                BrokenSerde.class.getName()));
        RuntimeException failure = assertThrows(
                RuntimeException.class,
                () -> new Lifecycle(
                        TopologyAccess.logical(topology()),
                        config,
                        RunSettings.of(config),
                        fake(EngineListener.class),
                        fake(Environment.class)));
        assertEquals("Failed to configure key serde " + BrokenSerde.class, failure.getMessage());
        assertEquals(0, open.get(), "admin clients that are open");
    }

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "clock" -> Clock.SYSTEM;
                    case "clients" -> new DefaultKafkaClientSupplier();
                    case "meters" -> fake(MetricsListener.class);
                    case "topics" -> {
                        open.incrementAndGet();
                        yield fake(ClusterTopics.class);
                    }
                    case "close" -> {
                        open.decrementAndGet();
                        yield null;
                    }
                    default -> null;
                }));
    }

    @Test
    void shouldCloseTheProcessorsOfLanesThatWereOpenedBeforeOneThatCannotBe() {
        LifecycleRig rig = new LifecycleRig(topology());
        rig.environment().threads();
        rig.reach(JOINING).assign(2).step().assign(2).reach(REPLANNING);
        rig.reach(JOINING).assign(2).reach(PAUSING);
        assertEquals(1, rig.runs());
        assertEquals(0, open.get(), "processors that are open");
    }

    /**
     * The second start throws an error while the failure of the first run is being handled. The application recovers,
     * and ends with the error that the recovery meets again.
     */
    @Test
    void shouldCloseEverythingWhereARestartInPlaceMeetsAnError() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String()).withTimestampExtractor((record, at) -> 0))
                .process(Once::new);
        LifecycleRig rig = new LifecycleRig(builder.build()).run().processing().failProcessing();
        rig.step();
        assertEquals(PAUSING, rig.phase());
        Throwable failure = assertThrows(StreamsException.class, () -> rig.reach(RUNNING));
        assertEquals("not linked", failure.getCause().getMessage());
        rig.requireClosed();
    }

    /** Can be initialised once, and processes nothing. */
    private final class Once implements Processor<String, String, Object, Object> {
        @Override
        public void init(ProcessorContext<Object, Object> context) {
            if (open.getAndIncrement() > 0) {
                throw new NoClassDefFoundError("not linked");
            }
        }

        @Override
        public void process(Record<String, String> record) {
            throw new IllegalArgumentException(record.value());
        }
    }

    @Test
    void shouldNameAllSourceTopicsThatAreNotThere() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        builder.stream("orders").to("out");
        builder.stream("customers").to("out");
        LifecycleRig rig = new LifecycleRig(builder.build());
        StreamsException failure = assertThrows(MissingSourceTopicException.class, () -> rig.reach(JOINING));
        assertEquals(
                "Source topics orders (read by KSTREAM-SOURCE-0000000002), customers (read by"
                        + " KSTREAM-SOURCE-0000000004) do not exist. Create them before the application starts",
                failure.getMessage());
    }

    /** Whatever starts an application may create its topics a moment later. */
    @Test
    void shouldWaitForASourceTopicThatComesSoon() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("orders").to("in");
        LifecycleRig rig = new LifecycleRig(builder.build());
        rig.step().step();
        assertEquals(PLANNING, rig.phase());
        rig.create("orders").reach(JOINING);
    }

    /** Brokers may create it, or a handler decides. */
    @Test
    void shouldStartWithoutATopicToWriteTo() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in").to("out");
        new LifecycleRig(builder.build()).reach(JOINING);
    }

    private Topology topology() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream("in", Consumed.with(Serdes.String(), Serdes.String())).process(Second::new);
        return builder.build();
    }

    /** Cannot be initialised while another one is open; lanes initialise theirs side by side. */
    private final class Second implements Processor<String, String, Object, Object> {
        @Override
        public void init(ProcessorContext<Object, Object> context) {
            if (!open.compareAndSet(0, 1)) {
                throw new IllegalStateException("there is one already");
            }
        }

        @Override
        public void process(Record<String, String> record) {}

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    /** Cannot be configured. */
    public static final class BrokenSerde extends Serdes.WrapperSerde<byte[]> {
        public BrokenSerde() {
            super(Serdes.ByteArray().serializer(), Serdes.ByteArray().deserializer());
        }

        @Override
        public void configure(Map<String, ?> configs, boolean isKey) {
            throw new IllegalArgumentException("no key to decrypt with");
        }
    }
}
