package org.stoatflow.bench.contest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.stoatflow.bench.latency.BenchFailure;
import org.stoatflow.bench.latency.Library;

/**
 * One scenario at one rate with one guarantee, with all of its rounds: a file of results.
 *
 * @param conditions of the run: machine, JDK, versions, settings
 */
record Contest(
        String scenario,
        String guarantee,
        int rate,
        int warmupSeconds,
        int measuredSeconds,
        Map<String, String> conditions,
        List<RoundRecord> rounds) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** The rounds of a library, in the order of their pairs. */
    List<RoundRecord> of(Library library) {
        return rounds.stream().filter(round -> round.library() == library).toList();
    }

    String describe() {
        return scenario + ", " + guarantee + ", " + rate + " records a second";
    }

    void write(Path file) throws BenchFailure {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, JSON.writeValueAsString(this) + "\n");
        } catch (IOException failure) {
            throw new BenchFailure("the results could not be written: " + failure, failure);
        }
    }

    static Contest read(Path file) throws BenchFailure {
        try {
            return JSON.readValue(Files.readString(file), Contest.class);
        } catch (JsonProcessingException unreadable) {
            throw new BenchFailure(file + " has no results: " + unreadable.getOriginalMessage(), unreadable);
        } catch (IOException failure) {
            throw new BenchFailure(file + " could not be read: " + failure, failure);
        }
    }
}
