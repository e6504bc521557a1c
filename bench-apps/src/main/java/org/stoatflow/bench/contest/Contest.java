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

    /** Who took turns: the first of the first pair, with which the other is compared; a contest may have one only. */
    List<String> arms() {
        return rounds.stream().map(RoundRecord::arm).distinct().toList();
    }

    /** The rounds of an arm, in the order of their pairs. */
    List<RoundRecord> of(String arm) {
        return rounds.stream().filter(round -> round.arm().equals(arm)).toList();
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
