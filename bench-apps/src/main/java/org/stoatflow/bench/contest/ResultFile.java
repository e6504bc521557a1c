package org.stoatflow.bench.contest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.stoatflow.bench.latency.BenchFailure;

/** Files of results, as JSON. */
final class ResultFile {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private ResultFile() {}

    static void write(Path file, Object result) throws BenchFailure {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, JSON.writeValueAsString(result) + "\n");
        } catch (IOException failure) {
            throw new BenchFailure("the results could not be written: " + failure, failure);
        }
    }

    static <T> T read(Path file, Class<T> type) throws BenchFailure {
        try {
            return JSON.readValue(Files.readString(file), type);
        } catch (JsonProcessingException unreadable) {
            throw new BenchFailure(file + " has no results: " + unreadable.getOriginalMessage(), unreadable);
        } catch (IOException failure) {
            throw new BenchFailure(file + " could not be read: " + failure, failure);
        }
    }
}
