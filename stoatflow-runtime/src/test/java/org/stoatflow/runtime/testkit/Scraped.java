package org.stoatflow.runtime.testkit;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** What Prometheus gets to see of Kafka's metrics through Micrometer's binder. */
public final class Scraped {
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SERIES = Pattern.compile("([a-z0-9_]+)\\{(.*)} \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z0-9_]+)=\"");

    private Scraped() {}

    /** Name, kind and labels in their order, of all series; without the values of labels. */
    public static Set<String> series(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        return text(metrics).lines().collect(SeriesReader::new, SeriesReader::read, SeriesReader::join).all;
    }

    /** The page that Prometheus reads. */
    public static String text(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        try (KafkaClientMetrics binder = new KafkaClientMetrics(havingThem(metrics))) {
            binder.bindTo(registry);
            return registry.scrape();
        } finally {
            registry.close();
        }
    }

    /** The binders of clients and of Kafka Streams are one class, which asks for the metrics only. */
    private static Producer<?, ?> havingThem(Supplier<Map<MetricName, ? extends Metric>> metrics) {
        return (Producer<?, ?>) Proxy.newProxyInstance(
                Scraped.class.getClassLoader(),
                new Class<?>[] {Producer.class},
                (proxy, method, arguments) -> metrics.get());
    }

    /** A name's kind comes before its series. */
    private static final class SeriesReader {
        private final Map<String, String> kinds = new TreeMap<>();
        private final Set<String> all = new TreeSet<>();

        void read(String line) {
            Matcher type = TYPE.matcher(line);
            Matcher series = SERIES.matcher(line);
            if (type.matches()) {
                kinds.put(type.group(1), type.group(2));
            } else if (series.matches()) {
                all.add(series.group(1) + " " + kinds.get(series.group(1)) + " "
                        + LABEL.matcher(series.group(2))
                                .results()
                                .map(label -> label.group(1))
                                .collect(Collectors.joining(", ", "[", "]")));
            }
        }

        void join(SeriesReader other) {
            throw new UnsupportedOperationException("lines are read in their order");
        }
    }
}
