package org.stoatflow.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What docs/OPERATIONS.md says to look at first, done as it is written there. */
final class Runbook {
    private static final Pattern COMMAND = Pattern.compile("`([^`]+)`");
    private static final Pattern CURL = Pattern.compile("curl -s URL(/\\S+)(?: \\| jq (\\S+))?");
    private static final Pattern JQ = Pattern.compile("jq (\\S+)");
    private static final Pattern JCMD = Pattern.compile("jcmd <pid> ([\\w.]+)(?: .*)?");
    private static final Pattern PROMQL = Pattern.compile("up\\{.+} == 0");

    private final String page;

    Runbook(Path root) throws IOException {
        page = Files.readString(root.resolve("docs").resolve("OPERATIONS.md"));
    }

    /** The answers to all commands of the entry's line "Look" that ask an application or Prometheus. */
    String look(String alert, Asked application, Prometheus prometheus, long pid) throws IOException {
        Matcher entry = Pattern.compile(
                        "### " + alert + "\n.*?\\* \\*\\*Look\\*\\*: (.*?)\n\\* \\*\\*Do", Pattern.DOTALL)
                .matcher(page);
        if (!entry.find()) {
            throw new AssertionError("no entry " + alert);
        }
        List<String> answers = new ArrayList<>();
        Matcher command = COMMAND.matcher(entry.group(1));
        while (command.find()) {
            answers.addAll(answer(command.group(1).replace('\n', ' '), application, prometheus, pid));
        }
        return String.join("\n", answers);
    }

    private static List<String> answer(String command, Asked application, Prometheus prometheus, long pid)
            throws IOException {
        Matcher curl = CURL.matcher(command);
        if (curl.matches()) {
            String answer = application.ask(curl.group(1)).text();
            return List.of(curl.group(2) == null ? answer : of(answer, curl.group(2)));
        }
        Matcher jq = JQ.matcher(command);
        if (jq.matches()) {
            return List.of(of(application.ask("/status").text(), jq.group(1)));
        }
        Matcher jcmd = JCMD.matcher(command);
        if (jcmd.matches() && !jcmd.group(1).contains("dump")) {
            return List.of(jcmd(pid, jcmd.group(1)));
        }
        return PROMQL.matcher(command).matches() ? prometheus.query(command) : List.of();
    }

    private static String of(String json, String path) throws IOException {
        return new ObjectMapper().readTree(json).at(path.replace('.', '/')).toString();
    }

    private static String jcmd(long pid, String command) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
