package org.stoatflow.runtime.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.runtime.lifecycle.PhaseName;
import org.stoatflow.runtime.testkit.Docs;
import org.stoatflow.streams.KafkaStreams;

/** Who is woken at night finds each phase and state on the page, and lines there that are logged. */
class StandstillDocTest {
    private static final String SECTION = section();
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    /** An item of a list up to what is to be done. */
    private static final Pattern SYMPTOM = Pattern.compile("(?ms)^[*] (.*?): ");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");
    private static final List<String> LOGGING = List.of(
            "stoatflow-runtime/src/main",
            "stoatflow-restore/src/main",
            "stoatflow-api/src/main/java/org/stoatflow/streams");

    private static String section() {
        String page = Docs.page("METRICS.md");
        int begin = page.indexOf("\n## It stands still");
        return page.substring(begin, page.indexOf("\n## ", begin + 1));
    }

    @Test
    void shouldNameEachPhase() {
        Arrays.stream(PhaseName.values())
                .forEach(phase -> assertTrue(SECTION.contains("`" + phase + "`"), phase::name));
    }

    /** Nobody stands in CREATED but who has not started, and PENDING_ERROR goes on to ERROR. */
    @Test
    void shouldNameEachStateInWhichAnApplicationMayStand() {
        Arrays.stream(KafkaStreams.State.values())
                .filter(state -> state != KafkaStreams.State.CREATED && state != KafkaStreams.State.PENDING_ERROR)
                .forEach(state -> assertTrue(SECTION.contains(state.name()), state::name));
    }

    @Test
    void shouldQuoteLinesThatAreLogged() throws IOException {
        String texts = texts();
        List<String> unknown = SYMPTOM.matcher(SECTION)
                .results()
                .flatMap(symptom -> QUOTED.matcher(symptom.group(1)).results().map(quoted -> quoted.group(1)))
                .map(quoted -> quoted.replaceAll("\\s+", " "))
                .filter(quoted -> quoted.contains(" "))
                .flatMap(quoted -> Stream.of(quoted.split(" … ")))
                .filter(quoted -> !texts.contains(quoted))
                .toList();
        assertEquals(List.of(), unknown);
    }

    /** The sources, with the parts of each text put together. */
    private static String texts() throws IOException {
        StringBuilder texts = new StringBuilder();
        for (String folder : LOGGING) {
            try (Stream<Path> files = Files.walk(Docs.root().resolve(folder))) {
                for (Path file :
                        files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    texts.append(JOINT.matcher(Files.readString(file)).replaceAll(""));
                }
            }
        }
        return texts.toString();
    }
}
