package org.stoatflow.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.stoatflow.config.ConfigKey;
import org.stoatflow.config.StoatflowConfig;

/** The pages say what the code has: keys and defaults, and the first application. */
class ConfigurationDocTest {
    private static final Path ROOT = root();
    private static final String PAGE = read(ROOT.resolve("docs/CONFIGURATION.md"));
    private static final String METERS = read(ROOT.resolve("docs/METRICS.md"));
    private static final Pattern OUR_KEY = Pattern.compile("`(stoatflow\\.[a-z.]*[a-z])");

    @Test
    void shouldGiveEachKeyOfOursWithItsDefaultAndUnit() {
        for (ConfigKey<?> key : StoatflowConfig.keys()) {
            String cells = "| `" + key.key() + "` | `" + key.defaultValue() + "` " + key.unit();
            assertEquals(1, occurrences(cells.stripTrailing() + " |"), cells);
        }
    }

    @Test
    void shouldNameNoKeyOfOursThatDoesNotExist() throws IOException {
        Set<String> known = StoatflowConfig.keys().stream().map(ConfigKey::key).collect(Collectors.toSet());
        Set<String> unknown = new TreeSet<>();
        try (Stream<Path> pages =
                Stream.concat(Files.walk(ROOT.resolve("docs")), Stream.of(ROOT.resolve("README.md")))) {
            pages.filter(page -> page.toString().endsWith(".md"))
                    .map(ConfigurationDocTest::read)
                    .flatMap(text -> OUR_KEY.matcher(text).results())
                    .map(found -> found.group(1))
                    .filter(key -> !METERS.contains("`" + key + "`")) // named alike; MetricsDocTest knows them
                    .filter(key -> !known.contains(key) && known.stream().noneMatch(own -> key.startsWith(own + ".")))
                    .forEach(unknown::add);
        }
        assertEquals(Set.of(), unknown);
    }

    @Test
    void shouldNameEachKeyOfKafkaStreams() {
        Set<String> keys = new TreeSet<>(StreamsConfig.configDef().names());
        keys.addAll(UnservedKeys.names());
        keys.removeIf(key -> PAGE.contains("`" + key + "`"));
        assertEquals(Set.of(), keys);
    }

    @Test
    void shouldShowTheFirstApplicationAsItIsCompiled() {
        String source = read(ROOT.resolve("examples/src/main/java/org/stoatflow/examples/FirstApplication.java"));
        String shown = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(read(ROOT.resolve("docs/FIRST-APPLICATION.md")))
                .results()
                .map(block -> block.group(1))
                .findFirst()
                .orElseThrow();
        assertTrue(source.contains(shown.replaceAll("(?m)^(?=.)", "    ")), shown);
    }

    private static long occurrences(String text) {
        return Pattern.compile(Pattern.quote(text))
                .matcher(PAGE)
                .results()
                .map(MatchResult::group)
                .count();
    }

    /** The folder of the whole build; tests run in that of their module. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("docs/CONFIGURATION.md"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException("docs/CONFIGURATION.md is in no folder above this one");
            }
        }
        return folder;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
