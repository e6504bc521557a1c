package org.stoatflow.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Grafana board.
 *
 * @param queries of its panels, as they are written
 * @param variables what their choices are
 */
record Board(String name, List<String> queries, List<Variable> variables) {
    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.*), (\\w+)\\)");

    /**
     * A variable of the board: the values of a label.
     *
     * @param of of these series
     */
    record Variable(String of, String label) {}

    /** Those of the folder. */
    static List<Board> all(Path folder) throws IOException {
        List<Board> boards = new ArrayList<>();
        for (String name : List.of("application-board.json", "benchmark-board.json")) {
            JsonNode root = new ObjectMapper().readTree(folder.resolve(name).toFile());
            List<String> queries = new ArrayList<>();
            root.get("panels").findValuesAsText("expr", queries);
            List<Variable> variables = new ArrayList<>();
            for (JsonNode variable : root.get("templating").get("list")) {
                Matcher choices =
                        LABEL_VALUES.matcher(variable.path("definition").asText());
                if (choices.matches()) {
                    variables.add(new Variable(choices.group(1), choices.group(2)));
                }
            }
            boards.add(new Board(name, queries, variables));
        }
        return boards;
    }

    /** A query as Grafana asks it, of all applications and instances, which are scraped every 15 seconds. */
    static String asked(String query) {
        return query.replaceAll("\\$(application|instance)\\b", ".+").replace("$__rate_interval", "1m");
    }
}
