package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.stoatflow.parity.KilledReference;
import org.stoatflow.streams.TestInputTopic;
import org.stoatflow.streams.TopologyTestDriver;
import org.stoatflow.streams.test.TestRecord;

/** The operators on a test driver, without kills. */
public final class KilledDriver implements KilledReference {
    /** For both libraries' loaders. */
    public KilledDriver() {}

    @Override
    public List<Out> run(List<In> input, boolean foreignKeys, String prefix) {
        Properties config = KilledMain.settings(DriverSetup.config());
        try (TopologyTestDriver driver = DriverSetup.driver(
                KilledOperators.builder(prefix, !foreignKeys, foreignKeys).build(config), config)) {
            Map<String, TestInputTopic<String, String>> topics = new HashMap<>();
            for (In in : input) {
                topics.computeIfAbsent(in.topic(), name -> DriverSetup.input(driver, prefix + name))
                        .pipeInput(in.key(), in.value(), in.atMs());
            }
            return output(driver, prefix);
        }
    }

    private static List<Out> output(TopologyTestDriver driver, String prefix) {
        List<Out> all = new ArrayList<>();
        for (String topic : new TreeSet<>(driver.producedTopicNames())) {
            if (topic.startsWith(prefix)) {
                for (TestRecord<String, String> record : driver.createOutputTopic(
                                topic, new StringDeserializer(), new StringDeserializer())
                        .readRecordsToList()) {
                    all.add(new Out(topic.substring(prefix.length()), record.key(), record.value()));
                }
            }
        }
        return all;
    }
}
