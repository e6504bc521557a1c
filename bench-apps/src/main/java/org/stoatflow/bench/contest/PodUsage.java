package org.stoatflow.bench.contest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.stoatflow.bench.latency.RoundUsage;

/**
 * Processor time and memory of pods, as kubelets say them in their resource metrics, each value with its time.
 *
 * @param cpu of a pod: seconds of processor time
 * @param memory of a pod: bytes of its working set
 */
record PodUsage(Map<String, List<Sample>> cpu, Map<String, List<Sample>> memory) {
    private static final Pattern LINE =
            Pattern.compile("pod_(cpu_usage_seconds_total|memory_working_set_bytes)\\{(.*)} (\\S+) (\\d+)");
    private static final Pattern POD = Pattern.compile("\\bpod=\"([^\"]*)\"");
    private static final Pattern NAMESPACE = Pattern.compile("\\bnamespace=\"([^\"]*)\"");
    private static final double MIB = 1 << 20;
    private static final double PERCENT = 100;
    private static final double SECOND_MS = 1_000;

    /** A value at a time of the day. */
    record Sample(long timeMs, double value) {}

    static PodUsage none() {
        return new PodUsage(new HashMap<>(), new HashMap<>());
    }

    /** Takes what a node says of the pods of a namespace. A value that was seen before is not new. */
    void add(String metrics, String namespace) {
        metrics.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
            Matcher pod = POD.matcher(line.group(2));
            Matcher of = NAMESPACE.matcher(line.group(2));
            if (pod.find() && of.find() && of.group(1).equals(namespace)) {
                Map<String, List<Sample>> kind = line.group(1).startsWith("cpu") ? cpu : memory;
                Sample sample = new Sample(Long.parseLong(line.group(4)), Double.parseDouble(line.group(3)));
                List<Sample> samples = kind.computeIfAbsent(pod.group(1), name -> new ArrayList<>());
                if (samples.isEmpty() || samples.getLast().timeMs() < sample.timeMs()) {
                    samples.add(sample);
                }
            }
        });
    }

    /** What a window has of the application and of all brokers; not a number where too little was seen. */
    RoundUsage within(long fromMs, long toMs, String application, String brokers) {
        List<Sample> resident = new ArrayList<>();
        memory.forEach((pod, samples) -> {
            if (pod.startsWith(application)) {
                samples.stream()
                        .filter(sample -> sample.timeMs() >= fromMs && sample.timeMs() <= toMs)
                        .forEach(resident::add);
            }
        });
        double last = resident.isEmpty() ? Double.NaN : resident.getLast().value() / MIB;
        double highest = resident.stream().mapToDouble(Sample::value).max().orElse(Double.NaN) / MIB;
        return new RoundUsage(
                share(fromMs, toMs, application), share(fromMs, toMs, brokers), last, highest, Double.NaN);
    }

    /** Percent of one processor, of all pods whose names begin so. */
    private double share(long fromMs, long toMs, String pods) {
        double percent = Double.NaN;
        for (Map.Entry<String, List<Sample>> pod : cpu.entrySet()) {
            double own = pod.getKey().startsWith(pods) ? share(pod.getValue(), fromMs, toMs) : Double.NaN;
            if (!Double.isNaN(own)) {
                percent = Double.isNaN(percent) ? own : percent + own;
            }
        }
        return percent;
    }

    /** A container that began again counts from zero. */
    private static double share(List<Sample> samples, long fromMs, long toMs) {
        List<Sample> inside = samples.stream()
                .filter(sample -> sample.timeMs() >= fromMs && sample.timeMs() <= toMs)
                .toList();
        if (inside.size() < 2) {
            return Double.NaN;
        }
        double seconds = 0;
        for (int i = 1; i < inside.size(); i++) {
            double more = inside.get(i).value() - inside.get(i - 1).value();
            seconds += more < 0 ? inside.get(i).value() : more;
        }
        double tookMs = inside.getLast().timeMs() - inside.getFirst().timeMs();
        return PERCENT * seconds / (tookMs / SECOND_MS);
    }
}
