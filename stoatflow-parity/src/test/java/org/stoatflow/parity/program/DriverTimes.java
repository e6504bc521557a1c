package org.stoatflow.parity.program;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.processor.Cancellable;
import org.stoatflow.streams.processor.PunctuationType;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.ProcessorSupplier;
import org.stoatflow.streams.processor.api.Record;

/** Times, punctuators, and what processors see of their context. */
final class DriverTimes {
    private DriverTimes() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("punctuators", DriverTimes::punctuators);
        programs.put("anchored punctuators", DriverTimes::anchored);
        programs.put("a punctuator that cancels itself", DriverTimes::cancelled);
        programs.put("what a processor sees", DriverTimes::context);
        programs.put("the life of a processor", DriverTimes::life);
        programs.put("a punctuator feeds a repartition", DriverTimes::feeding);
    }

    /** Notes what the context says about each record. */
    static ProcessorSupplier<String, String, String, String> seeing(DriverNotes notes) {
        return () -> new ContextualProcessor<>() {
            @Override
            public void process(Record<String, String> record) {
                notes.say(record.key() + "=" + record.value() + " of "
                        + context()
                                .recordMetadata()
                                .map(of -> of.topic() + "-" + of.partition() + "@" + of.offset())
                                .orElse("nowhere")
                        + ", task " + context().taskId() + ", stream time "
                        + context().currentStreamTimeMs()
                        + ", wall clock " + context().currentSystemTimeMs());
                context().forward(record);
            }
        };
    }

    private static ProcessorSupplier<String, String, String, String> punctuating(DriverNotes notes) {
        return () -> new ContextualProcessor<>() {
            @Override
            public void init(ProcessorContext<String, String> context) {
                super.init(context);
                context.schedule(Duration.ofMillis(100), PunctuationType.WALL_CLOCK_TIME, now -> {
                    notes.say("wall clock " + now + ", metadata "
                            + context.recordMetadata().isPresent());
                    context.forward(new Record<>("wall", "" + now, now));
                });
                context.schedule(Duration.ofMillis(30), PunctuationType.STREAM_TIME, now -> {
                    notes.say("stream time " + now);
                    context.forward(new Record<>("stream", "" + now, now));
                });
            }

            @Override
            public void process(Record<String, String> record) {
                notes.say("record " + record.value());
                context().forward(record);
            }
        };
    }

    private static void punctuators(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(punctuating(notes)).to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < 8; i++) {
                in.pipeInput("a", "" + i);
            }
            in.pipeInput("a", "late", 3);
            driver.advanceWallClockTime(Duration.ofMillis(99));
            notes.say("99");
            driver.advanceWallClockTime(Duration.ofMillis(1));
            notes.say("100");
            driver.advanceWallClockTime(Duration.ofMillis(550));
            notes.say("650");
            driver.advanceWallClockTime(Duration.ofMillis(50));
            notes.read(driver, "out");
        }
    }

    private static void anchored(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(() -> new ContextualProcessor<String, String, String, String>() {
            @Override
            public void init(ProcessorContext<String, String> context) {
                context.schedule(
                        Instant.ofEpochMilli(1_050),
                        Duration.ofMillis(100),
                        PunctuationType.WALL_CLOCK_TIME,
                        now -> notes.say("wall clock " + now));
                context.schedule(
                        Instant.ofEpochMilli(1_005),
                        Duration.ofMillis(20),
                        PunctuationType.STREAM_TIME,
                        now -> notes.say("stream time " + now));
            }

            @Override
            public void process(Record<String, String> record) {
                notes.say("record " + record.value());
            }
        });
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            for (int i = 0; i < 5; i++) {
                in.pipeInput("a", "" + i);
                driver.advanceWallClockTime(Duration.ofMillis(30));
            }
        }
    }

    private static void cancelled(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(() -> new ContextualProcessor<String, String, String, String>() {
            private Cancellable schedule;

            @Override
            public void init(ProcessorContext<String, String> context) {
                schedule = context.schedule(Duration.ofMillis(10), PunctuationType.WALL_CLOCK_TIME, now -> {
                    notes.say("called at " + now);
                    schedule.cancel();
                });
            }

            @Override
            public void process(Record<String, String> record) {}
        });
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            driver.advanceWallClockTime(Duration.ofMillis(10));
            driver.advanceWallClockTime(Duration.ofMillis(10));
        }
    }

    private static void context(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(seeing(notes)).to("out");
        builder.<String, String>stream("other").process(seeing(notes));
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "in").pipeInput("a", "1", 500);
            DriverSetup.input(driver, "other").pipeInput("a", "2", 400);
            driver.advanceWallClockTime(Duration.ofSeconds(1));
            DriverSetup.input(driver, "in").pipeInput("a", "3", 600);
            notes.read(driver, "out");
        }
    }

    private static void life(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .process(() -> new ContextualProcessor<String, String, String, String>() {
                    @Override
                    public void init(ProcessorContext<String, String> context) {
                        super.init(context);
                        notes.say("init " + context.applicationId() + " " + context.taskId());
                    }

                    @Override
                    public void process(Record<String, String> record) {
                        context().commit();
                        context().forward(record.withKey("to all"));
                        context().forward(record.withTimestamp(5));
                    }

                    @Override
                    public void close() {
                        notes.say("close");
                    }
                })
                .to("out");
        TopologyTestDriver driver = DriverSetup.driver(builder.build());
        DriverSetup.input(driver, "in").pipeInput("a", "1");
        notes.read(driver, "out");
        driver.close();
    }

    private static void feeding(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .process(punctuating(notes))
                .repartition()
                .process(seeing(notes))
                .to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            driver.advanceWallClockTime(Duration.ofMillis(100));
            DriverSetup.input(driver, "in").pipeInput("a", "1", 100);
            notes.read(driver, "out");
        }
    }
}
