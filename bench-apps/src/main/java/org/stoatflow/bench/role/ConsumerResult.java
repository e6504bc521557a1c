package org.stoatflow.bench.role;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.stoatflow.bench.role.LatencyConsumer.MeasuredWindows;
import org.stoatflow.bench.scenario.OutputCheck;

/**
 * What the latency consumer has found. Latencies are in microseconds, as compressed histograms in Base64, so that each
 * percentile can be computed again.
 *
 * @param outputs how many came
 * @param surplus how many came beyond the required ones
 * @param wrong the first that are missing or must not be there
 * @param cold of the first seconds of the warm-up
 * @param sinceTimestamp of the measured window, from the timestamps of the outputs
 */
public record ConsumerResult(
        long outputs,
        long surplus,
        List<String> wrong,
        String cold,
        String firstHalf,
        String secondHalf,
        String sinceTimestamp) {
    private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99, 100};
    private static final ObjectMapper JSON = new ObjectMapper();

    static ConsumerResult of(MeasuredWindows windows, long outputs, OutputCheck.Verdict verdict) {
        Histogram since = windows.firstHalf().sinceTimestamp().copy();
        since.add(windows.secondHalf().sinceTimestamp());
        return new ConsumerResult(
                outputs,
                verdict.surplus(),
                verdict.wrong(),
                encoded(windows.cold().micros()),
                encoded(windows.firstHalf().micros()),
                encoded(windows.secondHalf().micros()),
                encoded(since));
    }

    /** The reverse of {@link #text}. */
    public static ConsumerResult parse(String text) throws RoleFailure {
        try {
            return JSON.readValue(text, ConsumerResult.class);
        } catch (JsonProcessingException unreadable) {
            throw new RoleFailure("the result of the latency consumer cannot be read: " + text, unreadable);
        }
    }

    String text() throws RoleFailure {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException refused) {
            throw new RoleFailure("the result cannot be written", refused);
        }
    }

    void write(Path file) throws RoleFailure {
        try {
            Files.writeString(file, text());
        } catch (IOException failure) {
            throw new RoleFailure("the result cannot be written to " + file + ": " + failure, failure);
        }
    }

    /** For people. */
    String table() throws RoleFailure {
        StringBuilder table = new StringBuilder();
        line(table, "ms", String::valueOf);
        Histogram measured = micros();
        line(table, "measured", percentile -> millis(measured.getValueAtPercentile(percentile)));
        Histogram since = decoded(sinceTimestamp);
        if (since.getTotalCount() > 0) {
            line(table, "since timestamp", percentile -> millis(since.getValueAtPercentile(percentile)));
        }
        return table.append("outputs " + outputs + ", of the measured seconds " + measured.getTotalCount())
                .append(", more than once " + surplus)
                .append(wrong.isEmpty() ? ", all right" : ", wrong")
                .toString();
    }

    private static void line(StringBuilder table, String title, DoubleFunction<String> cell) {
        table.append(String.format(Locale.ROOT, "%-16s", title));
        for (double percentile : PERCENTILES) {
            table.append(String.format(Locale.ROOT, "%12s", cell.apply(percentile)));
        }
        table.append('\n');
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%.3f", micros / 1_000.0);
    }

    /** Of all slots of the measured window. */
    public Histogram micros() throws RoleFailure {
        Histogram all = decoded(firstHalf);
        all.add(decoded(secondHalf));
        return all;
    }

    /** Makes a histogram of its text. */
    public static Histogram decoded(String text) throws RoleFailure {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | IllegalArgumentException unreadable) {
            throw new RoleFailure("a histogram cannot be read: " + text, unreadable);
        }
    }

    /** The text of a histogram. */
    public static String encoded(Histogram histogram) {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }
}
