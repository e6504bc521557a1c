package org.stoatflow.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Alerts and boards ask what an application serves, and each alert is explained. */
class MonitoringIT {
    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."));
    private static final Path FOLDER = ROOT.resolve("deploy").resolve("monitoring");
    private static final Pattern LABEL_SHOWN = Pattern.compile("\\$labels\\.(\\w+)");
    private static final Pattern ENTRY = Pattern.compile("(?m)^### (Stoatflow\\w+)$");
    private static final int ALERTS_MIN = 8;
    private static final int PANELS_MIN = 8;

    @TempDir
    private static Path folder;

    private static ServedRun run;

    @BeforeAll
    static void work() {
        run = ServedRun.of(folder);
    }

    private static List<JsonNode> rules() throws IOException {
        List<JsonNode> rules = new ArrayList<>();
        new ObjectMapper(new YAMLFactory())
                .readTree(FOLDER.resolve("alerts.yaml").toFile())
                .get("groups")
                .forEach(group -> group.get("rules").forEach(rules::add));
        return rules;
    }

    @Test
    void shouldAlertOnWhatIsServed() throws IOException {
        List<String> unserved = new ArrayList<>();
        for (JsonNode rule : rules()) {
            Query query = Query.of(rule.get("expr").asText());
            query.unserved(run.scrape())
                    .forEach(missing -> unserved.add(rule.get("alert").asText() + ": " + missing));
            Matcher shown =
                    LABEL_SHOWN.matcher(rule.get("annotations").get("summary").asText());
            while (shown.find()) {
                if (!query.mayAnswerWith(shown.group(1), run.scrape())) {
                    unserved.add(rule.get("alert").asText() + " shows " + shown.group(1));
                }
            }
        }
        assertEquals(List.of(), unserved);
    }

    @Test
    void shouldExplainEachAlertInTheRunbook() throws IOException {
        Set<String> alerts = new TreeSet<>();
        for (JsonNode rule : rules()) {
            String name = rule.get("alert").asText();
            alerts.add(name);
            assertEquals(
                    "docs/OPERATIONS.md#" + name.toLowerCase(Locale.ROOT),
                    rule.get("annotations").get("runbook").asText());
        }
        assertTrue(alerts.size() >= ALERTS_MIN, alerts::toString);
        Set<String> explained = new TreeSet<>();
        ENTRY.matcher(Files.readString(ROOT.resolve("docs").resolve("OPERATIONS.md")))
                .results()
                .forEach(entry -> explained.add(entry.group(1)));
        assertEquals(alerts, explained);
    }

    @Test
    void shouldDrawWhatIsServed() throws IOException {
        for (Board board : Board.all(FOLDER)) {
            assertTrue(board.queries().size() >= PANELS_MIN, board::toString);
            List<String> unserved = new ArrayList<>();
            board.queries()
                    .forEach(query -> Query.of(query)
                            .unserved(run.scrape())
                            .forEach(missing -> unserved.add(query + ": " + missing)));
            assertEquals(List.of(), unserved, board.name());
        }
    }

    /** Debian has it in its package prometheus. */
    @Test
    void shouldHaveRulesThatRing() throws Exception {
        Process asked;
        try {
            asked = promtool("--version");
        } catch (IOException none) {
            assumeTrue(false, "promtool is not installed: the rules are not tried");
            return;
        }
        assertEquals(0, asked.waitFor());
        requireSuccess("check", "rules", "alerts.yaml");
        requireSuccess("test", "rules", "alerts-test.yaml");
    }

    private static void requireSuccess(String... arguments) throws Exception {
        Process tool = promtool(arguments);
        String said = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, tool.waitFor(), said);
    }

    private static Process promtool(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("promtool"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(FOLDER.toFile())
                .redirectErrorStream(true)
                .start();
    }
}
