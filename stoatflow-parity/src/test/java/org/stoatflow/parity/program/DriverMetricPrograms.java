package org.stoatflow.parity.program;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.StreamsMetrics;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.processor.api.ContextualFixedKeyProcessor;
import org.stoatflow.streams.processor.api.ContextualProcessor;
import org.stoatflow.streams.processor.api.FixedKeyProcessorContext;
import org.stoatflow.streams.processor.api.FixedKeyRecord;
import org.stoatflow.streams.processor.api.ProcessorContext;
import org.stoatflow.streams.processor.api.Record;

/** Sensors that processors add, and records that are dropped, as a driver shows them. */
final class DriverMetricPrograms {
    private DriverMetricPrograms() {}

    static void addTo(Map<String, Consumer<DriverNotes>> programs) {
        programs.put("a processor adds sensors", DriverMetricPrograms::sensors);
        programs.put("a processor of values adds sensors", DriverMetricPrograms::sensorsOfValues);
        programs.put("records without a key are dropped", DriverMetricPrograms::dropped);
    }

    /** Adds sensors of each kind, and records to them. */
    private static final class Sales extends ContextualProcessor<String, String, String, String> {
        private Sensor served;
        private Sensor took;
        private Sensor own;

        @Override
        public void init(ProcessorContext<String, String> context) {
            super.init(context);
            StreamsMetrics metrics = context.metrics();
            served = metrics.addRateTotalSensor("shop", "north", "serve", Sensor.RecordingLevel.INFO);
            took = metrics.addLatencyRateTotalSensor(
                    "shop", "north", "pack", Sensor.RecordingLevel.INFO, "till", "2", "floor", "1");
            Sensor parent = metrics.addSensor("sum-of-all", Sensor.RecordingLevel.INFO);
            own = metrics.addSensor("sum", Sensor.RecordingLevel.INFO, parent);
            parent.add(new MetricName("length-sum", "mine", "", Map.of()), new CumulativeSum());
            if (metrics.addRateTotalSensor("shop", "north", "serve", Sensor.RecordingLevel.INFO) != served) {
                throw new IllegalStateException("another sensor of the same name");
            }
        }

        @Override
        public void process(Record<String, String> record) {
            served.record();
            took.record(record.value().length());
            own.record(record.value().length());
            if (record.value().equals("end")) {
                context().metrics().removeSensor(served);
            }
            context().forward(record);
        }
    }

    private static void sensors(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").process(Sales::new).to("out");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            in.pipeInput("a", "x");
            in.pipeInput("a", "xyz");
            say(notes, driver, "stream-shop-metrics");
            say(notes, driver, "mine");
            in.pipeInput("a", "end");
            say(notes, driver, "stream-shop-metrics");
        }
    }

    private static void sensorsOfValues(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in")
                .processValues(() -> new ContextualFixedKeyProcessor<String, String, String>() {
                    private Sensor seen;

                    @Override
                    public void init(FixedKeyProcessorContext<String, String> context) {
                        super.init(context);
                        seen = context.metrics().addRateTotalSensor("v", "e", "see", Sensor.RecordingLevel.INFO);
                        notes.ask(
                                "a tag without a value",
                                () -> context.metrics()
                                        .addRateTotalSensor("v", "e", "odd", Sensor.RecordingLevel.INFO, "alone"));
                    }

                    @Override
                    public void process(FixedKeyRecord<String, String> record) {
                        seen.record();
                    }
                });
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            DriverSetup.input(driver, "in").pipeInput("a", "x");
            say(notes, driver, "stream-v-metrics");
        }
    }

    private static void dropped(DriverNotes notes) {
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("in").groupByKey().count();
        builder.<String, String>table("table");
        try (TopologyTestDriver driver = DriverSetup.driver(builder.build())) {
            TestInputTopic<String, String> in = DriverSetup.input(driver, "in");
            TestInputTopic<String, String> table = DriverSetup.input(driver, "table");
            in.pipeInput("a", "x");
            in.pipeInput(null, "x");
            in.pipeInput(null, "y");
            table.pipeInput(null, "z");
            TreeSet<String> totals = new TreeSet<>();
            driver.metrics().forEach((name, metric) -> {
                if (name.name().startsWith("dropped-records-")) {
                    boolean total = name.name().endsWith("-total");
                    boolean some = (Double) metric.metricValue() > 0;
                    totals.add(name.group() + " " + name.name() + " "
                            + name.tags().get("task-id") + (total ? " " + metric.metricValue() : " some " + some));
                }
            });
            totals.forEach(notes::say);
        }
    }

    private static void say(DriverNotes notes, TopologyTestDriver driver, String group) {
        TreeSet<String> lines = new TreeSet<>();
        driver.metrics().forEach((name, metric) -> {
            if (name.group().equals(group)) {
                boolean rate = name.name().endsWith("-rate");
                Map<String, String> tags = new TreeMap<>(name.tags());
                lines.add(name.name() + " " + tags + (rate ? "" : " " + metric.metricValue()));
            }
        });
        notes.say(group);
        lines.forEach(notes::say);
    }
}
