package org.stoatflow.parity.program;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.MockProcessorContext;
import org.stoatflow.streams.processor.api.Processor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;
import org.stoatflow.streams.state.TimestampedKeyValueStore;
import org.stoatflow.streams.state.ValueAndTimestamp;

/** Processors without a topology. */
final class MockContexts {
    private MockContexts() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("mock: forwards and commits", MockContexts::forwards);
        programs.put("mock: punctuators", MockContexts::punctuators);
        programs.put("mock: a store", MockContexts::store);
        programs.put("mock: a timestamped store", MockContexts::timestampedStore);
        programs.put("mock: what it knows", MockContexts::knows);
    }

    private static void forwards(DriverNotes notes) {
        MockProcessorContext<String, Long> context = new MockProcessorContext<>();
        Processor<String, String, String, Long> processor = new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                context().forward(record.withValue((long) record.value().length()));
                if (record.value().length() > 3) {
                    context().forward(record.withValue(0L), "long");
                    context().commit();
                }
            }
        };
        processor.init(context);
        processor.process(new Record<>("a", "abc", 1));
        notes.say(context.forwarded().size() + " " + context.committed());
        processor.process(new Record<>("b", "abcd", 2));
        context.forwarded().forEach(each -> notes.say(each.toString()));
        context.forwarded("long")
                .forEach(each -> notes.say("long " + each.record().key()));
        context.forwarded("short").forEach(each -> notes.say("short " + each.childName()));
        notes.say(""
                + context.forwarded()
                        .getFirst()
                        .equals(new MockProcessorContext.CapturedForward<>(new Record<>("a", 3L, 1))));
        notes.say("" + context.committed());
        context.resetCommit();
        context.resetForwards();
        notes.say(context.forwarded() + " " + context.committed());
        notes.ask("to null", () -> new MockProcessorContext.CapturedForward<>(null));
    }

    private static void punctuators(DriverNotes notes) {
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        Processor<String, String, String, String> processor = new ContextualProcessor<>() {
            @Override
            public void init(ProcessorContext<String, String> given) {
                super.init(given);
                given.schedule(
                        Duration.ofSeconds(3),
                        PunctuationType.STREAM_TIME,
                        now -> given.forward(new Record<>("at", "" + now, now)));
                given.schedule(Duration.ofSeconds(4), PunctuationType.WALL_CLOCK_TIME, now -> {})
                        .cancel();
                given.schedule(
                        Instant.ofEpochMilli(9), Duration.ofSeconds(5), PunctuationType.WALL_CLOCK_TIME, now -> {});
            }

            @Override
            public void process(Record<String, String> record) {}
        };
        processor.init(context);
        context.scheduledPunctuators()
                .forEach(each -> notes.say(each.getInterval() + " " + each.getType() + " " + each.cancelled() + " "
                        + each.getStartTime()));
        context.scheduledPunctuators().getFirst().getPunctuator().punctuate(77);
        context.forwarded().forEach(each -> notes.say(each.record().toString()));
        context.scheduledPunctuators().getFirst().cancel();
        notes.say("" + context.scheduledPunctuators().getFirst().cancelled());
    }

    private static void store(DriverNotes notes) {
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        KeyValueStore<String, Integer> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.Integer())
                .withLoggingDisabled()
                .withCachingDisabled()
                .build();
        notes.say(store.name() + " " + store.persistent() + " " + store.isOpen());
        notes.ask("not open", () -> store.get("a"));
        store.init(context.getStateStoreContext(), store);
        KeyValueStore<String, Integer> seen = context.getStateStore("s");
        notes.say("" + store.isOpen());
        seen.put("b", 2);
        seen.put("a", 1);
        notes.say(seen.putIfAbsent("a", 7) + " " + seen.get("c") + " " + seen.delete("b") + " " + store.get("a"));
        notes.rows("rows", store);
        notes.say("" + store.approximateNumEntries());
        notes.ask("unknown", () -> context.getStateStore("other"));
        store.close();
        notes.say("" + store.isOpen());
        notes.ask("closed", () -> store.get("a"));
    }

    private static void timestampedStore(DriverNotes notes) {
        Properties config = DriverSetup.config();
        MockProcessorContext<String, String> context =
                new MockProcessorContext<>(config, new TaskId(1, 2), new File(System.getProperty("java.io.tmpdir")));
        TimestampedKeyValueStore<String, String> store = Stores.<String, String>timestampedKeyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), null, null)
                .withLoggingDisabled()
                .build();
        store.init(context.getStateStoreContext(), store);
        context.addStateStore(store);
        store.put("a", ValueAndTimestamp.make("x", 5));
        notes.say("" + store.get("a"));
        TimestampedKeyValueStore<String, String> same = context.getStateStore("s");
        notes.rows("rows", same);
        store.close();
    }

    private static void knows(DriverNotes notes) {
        MockProcessorContext<String, String> context = new MockProcessorContext<>();
        notes.say(context.applicationId() + " " + context.taskId() + " " + context.recordMetadata());
        notes.ask("system time", context::currentSystemTimeMs);
        notes.ask("stream time", context::currentStreamTimeMs);
        notes.ask("folder", context::stateDir);
        notes.ask("serde", () -> context.keySerde() == null);
        context.setCurrentSystemTimeMs(5);
        context.setCurrentStreamTimeMs(6);
        context.setRecordMetadata("t", 3, 9);
        notes.say(context.currentSystemTimeMs() + " " + context.currentStreamTimeMs());
        context.recordMetadata()
                .ifPresent(record -> notes.say(record.topic() + record.partition() + "@" + record.offset()));
        Properties config = DriverSetup.config();
        config.put("mine.a", "b");
        MockProcessorContext<String, String> configured =
                new MockProcessorContext<>(config, new TaskId(1, 2), new File("folder"));
        notes.say(configured.applicationId() + " " + configured.taskId() + " " + configured.stateDir());
        notes.say(configured.appConfigsWithPrefix("mine.") + " "
                + configured.appConfigs().get("mine.a") + " "
                + configured.appConfigs().get("application.id") + " "
                + configured.keySerde().getClass().getSimpleName());
        notes.say(configured.getStateStoreContext().applicationId() + " "
                + configured.getStateStoreContext().taskId() + " "
                + configured.getStateStoreContext().stateDir());
    }
}
