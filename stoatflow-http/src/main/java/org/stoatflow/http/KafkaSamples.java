package org.stoatflow.http;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.PrometheusNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.metrics.KafkaMetric;
import org.apache.kafka.common.metrics.Measurable;
import org.apache.kafka.common.metrics.stats.CumulativeCount;
import org.apache.kafka.common.metrics.stats.CumulativeSum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The metrics under Kafka's names, as Micrometer's binder for Kafka's clients and for Kafka Streams shows them, but
 * those that there are when somebody asks: the binder looks once in a minute.
 */
final class KafkaSamples implements MultiCollector {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSamples.class);
    private static final int FAILING_TOLD = 100;
    private static final String TOTAL = "_total";
    private static final String OF_REGISTRY = "kafka-metrics-count"; // the binder leaves it out

    private final Supplier<Map<MetricName, ? extends Metric>> metrics;
    private final String version;

    /** Names of gauges that have thrown, of which the log has told. Written by: whoever collects. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    /** @param version of Kafka's clients, a label as with the binder */
    KafkaSamples(Supplier<Map<MetricName, ? extends Metric>> metrics, String version) {
        this.metrics = metrics;
        this.version = version;
    }

    private record Sample(boolean counter, String help, Labels labels, double value) {}

    @Override
    public MetricSnapshots collect() {
        Map<String, List<Sample>> byName = new TreeMap<>();
        metrics.get().forEach((name, metric) -> {
            if (value(name, metric) instanceof Number number && !name.group().equals(OF_REGISTRY)) {
                boolean counter = isCounter(metric);
                byName.computeIfAbsent(shown(name, counter), any -> new ArrayList<>())
                        .add(new Sample(counter, name.description(), labels(name), number.doubleValue()));
            }
        });
        List<MetricSnapshot> shown = new ArrayList<>();
        byName.forEach((name, samples) -> shown.add(snapshot(name, mostLabelled(samples))));
        return new MetricSnapshots(shown);
    }

    /** The value; null where a gauge of somebody else's throws, which must not hide all others. */
    private @Nullable Object value(MetricName name, Metric metric) {
        try {
            return metric.metricValue();
        } catch (RuntimeException failure) {
            if (failing.size() < FAILING_TOLD && failing.add(name.group() + ":" + name.name())) {
                LOG.warn("Metric {} is left out of /metrics, since its gauge throws", name, failure);
            }
            return null;
        }
    }

    private static boolean isCounter(Metric metric) {
        if (!(metric instanceof KafkaMetric known)) {
            return false;
        }
        try {
            Measurable measurable = known.measurable();
            return measurable instanceof CumulativeSum || measurable instanceof CumulativeCount;
        } catch (IllegalStateException gauge) { // it says so by an exception only
            return false;
        }
    }

    private static String shown(MetricName name, boolean counter) {
        String group = name.group().replace("-metrics", "");
        String whole = PrometheusNaming.prometheusName(("kafka_" + group + "_" + name.name()).replace('-', '_'));
        return counter && whole.endsWith(TOTAL) ? whole.substring(0, whole.length() - TOTAL.length()) : whole;
    }

    private Labels labels(MetricName name) {
        Map<String, String> labels = new TreeMap<>(Map.of("kafka_version", version));
        name.tags()
                .forEach((key, value) -> labels.put(PrometheusNaming.sanitizeLabelName(key.replace('-', '_')), value));
        return Labels.of(labels.keySet().toArray(String[]::new), labels.values().toArray(String[]::new));
    }

    /** Of sums and their parts, the parts: readers add up what they want. Of two kinds, that of the first. */
    private static List<Sample> mostLabelled(List<Sample> samples) {
        int most = samples.stream()
                .mapToInt(sample -> sample.labels().size())
                .max()
                .orElse(0);
        List<Sample> parts = samples.stream()
                .filter(sample -> sample.labels().size() == most)
                .toList();
        boolean counter = parts.getFirst().counter();
        return parts.stream().filter(sample -> sample.counter() == counter).toList();
    }

    private static MetricSnapshot snapshot(String name, List<Sample> samples) {
        MetricMetadata of = new MetricMetadata(name, samples.getFirst().help());
        Map<Labels, Sample> once = new TreeMap<>();
        samples.forEach(sample -> once.put(sample.labels(), sample));
        return samples.getFirst().counter()
                ? new CounterSnapshot(
                        of,
                        once.values().stream()
                                .map(sample -> new CounterDataPointSnapshot(
                                        Math.max(0, sample.value()), sample.labels(), null, 0))
                                .toList())
                : new GaugeSnapshot(
                        of,
                        once.values().stream()
                                .map(sample -> new GaugeDataPointSnapshot(sample.value(), sample.labels(), null))
                                .toList());
    }
}
