package org.stoatflow.parity.program;

import java.io.File;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.serialization.Serdes;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.MockProcessorContext;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.TaskId;
import org.stoatflow.streams.processor.To;
import org.stoatflow.streams.state.KeyValueStore;
import org.stoatflow.streams.state.Stores;

/** The mock of the old context, and the sensors that both mocks give. */
final class OldMockContexts {
    private OldMockContexts() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("old mock: forwards and commits", OldMockContexts::forwards);
        programs.put("old mock: what it knows", OldMockContexts::knows);
        programs.put("old mock: punctuators", OldMockContexts::punctuators);
        programs.put("old mock: stores", OldMockContexts::stores);
        programs.put("old mock: sensors", notes -> sensors(notes, new MockProcessorContext().metrics()));
        programs.put(
                "mock: sensors",
                notes -> sensors(notes, new org.stoatflow.streams.processor.api.MockProcessorContext<>().metrics()));
    }

    private static void forwards(DriverNotes notes) {
        MockProcessorContext context = new MockProcessorContext();
        context.forward("no", "time");
        context.setRecordTimestamp(7);
        context.forward("a", "all");
        context.forward("b", "child", To.child("one"));
        RecordHeaders headers = new RecordHeaders();
        headers.add("h", new byte[] {1});
        context.setHeaders(headers);
        context.forward("c", "later", To.child("two").withTimestamp(9));
        context.forwarded().forEach(each -> notes.say(each.toString()));
        context.forwarded("one").forEach(each -> notes.say("one " + each.keyValue() + each.timestamp()));
        context.forwarded("two").forEach(each -> notes.say("two " + each.childName() + each.headers()));
        context.commit();
        notes.say("" + context.committed());
        context.resetCommit();
        context.resetForwards();
        notes.say(context.committed() + " " + context.forwarded());
    }

    private static void knows(DriverNotes notes) {
        MockProcessorContext context = new MockProcessorContext();
        notes.say("'" + context.applicationId() + "' " + context.taskId());
        notes.ask("topic", context::topic);
        notes.ask("partition", context::partition);
        notes.ask("offset", context::offset);
        notes.ask("timestamp", context::timestamp);
        notes.ask("headers", context::headers);
        notes.ask("system time", context::currentSystemTimeMs);
        notes.ask("stream time", context::currentStreamTimeMs);
        notes.ask("folder", context::stateDir);
        context.setRecordMetadata("t", 1, 2, new RecordHeaders(), 3);
        context.setCurrentSystemTimeMs(4);
        context.setCurrentStreamTimeMs(5);
        notes.say(context.topic()
                + context.partition()
                + context.offset()
                + context.timestamp()
                + context.currentSystemTimeMs()
                + context.currentStreamTimeMs());
        MockProcessorContext configured =
                new MockProcessorContext(DriverSetup.config("mine.a", "b"), new TaskId(1, 2), new File("folder"));
        notes.say(configured.applicationId()
                + configured.taskId()
                + configured.stateDir()
                + configured.appConfigsWithPrefix("mine.")
                + configured.appConfigs().get("mine.a")
                + configured.keySerde().getClass().getSimpleName()
                + configured.valueSerde().getClass().getSimpleName());
    }

    private static void punctuators(DriverNotes notes) {
        MockProcessorContext context = new MockProcessorContext();
        context.schedule(Duration.ofSeconds(2), PunctuationType.STREAM_TIME, now -> notes.say("called " + now));
        Cancellable schedule = context.schedule(
                Instant.ofEpochMilli(9), Duration.ofSeconds(3), PunctuationType.WALL_CLOCK_TIME, now -> {});
        schedule.cancel();
        notes.ask("too short", () -> context.schedule(Duration.ofNanos(5), PunctuationType.STREAM_TIME, now -> {}));
        context.scheduledPunctuators()
                .forEach(each -> notes.say(each.getIntervalMs() + " " + each.getType() + " " + each.cancelled() + " "
                        + each.getStartTime()));
        context.scheduledPunctuators().getFirst().getPunctuator().punctuate(6);
    }

    private static void stores(DriverNotes notes) {
        MockProcessorContext context = new MockProcessorContext();
        KeyValueStore<String, String> store = Stores.keyValueStoreBuilder(
                        Stores.inMemoryKeyValueStore("s"), Serdes.String(), Serdes.String())
                .withLoggingDisabled()
                .build();
        context.register(store, (key, value) -> {});
        KeyValueStore<String, String> same = context.getStateStore("s");
        notes.say((same == store) + " " + context.getStateStore("other"));
    }

    private static void sensors(DriverNotes notes, StreamsMetrics metrics) {
        Sensor rate = metrics.addRateTotalSensor("scope", "entity", "puts", Sensor.RecordingLevel.INFO, "tag", "value");
        Sensor latency = metrics.addLatencyRateTotalSensor("scope", "entity", "gets", Sensor.RecordingLevel.INFO);
        Sensor own = metrics.addSensor("own", Sensor.RecordingLevel.INFO);
        Sensor child = metrics.addSensor("child", Sensor.RecordingLevel.INFO, own);
        rate.record(3);
        rate.record(4);
        latency.record(5);
        child.record(1);
        TreeSet<String> seen = new TreeSet<>();
        metrics.metrics().forEach((name, metric) -> {
            if (name.group().equals("stream-scope-metrics")) {
                seen.add(described(name) + (name.name().endsWith("-rate") ? "" : " " + metric.metricValue()));
            }
        });
        seen.forEach(notes::say);
        metrics.removeSensor(rate);
        notes.say("left "
                + metrics.metrics().keySet().stream()
                        .filter(name -> name.group().equals("stream-scope-metrics"))
                        .map(MetricName::name)
                        .sorted()
                        .toList());
        notes.ask(
                "odd tags",
                () -> metrics.addRateTotalSensor("scope", "entity", "odd", Sensor.RecordingLevel.INFO, "tag") == null);
    }

    private static String described(MetricName name) {
        return name.name() + " " + name.group() + " "
                + new TreeSet<>(name.tags().keySet()) + " " + name.tags().get("scope-id") + " "
                + name.tags().get("tag");
    }
}
