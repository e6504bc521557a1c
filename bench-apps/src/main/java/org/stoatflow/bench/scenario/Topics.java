package org.stoatflow.bench.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The names that the broker has for a program's topics.
 *
 * @param names by what the topic is to the program
 */
public record Topics(Map<String, String> names) {
    private static final String BETWEEN = ";";

    public Topics {
        names = Map.copyOf(names);
    }

    /** Topics of a run of its own, all of whose names begin with the prefix. */
    public static Topics of(String prefix, Scenario scenario) {
        Map<String, String> names = new LinkedHashMap<>();
        List<String> all = new ArrayList<>(scenario.inputs());
        all.addAll(scenario.outputs());
        all.forEach(topic -> names.put(topic, prefix + "-" + topic));
        return new Topics(names);
    }

    /** The reverse of {@link #text}. */
    public static Topics parse(String text) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String topic : text.split(BETWEEN)) {
            String[] both = topic.split("=", 2);
            if (both.length != 2) {
                throw new IllegalArgumentException("'" + topic + "' is not TOPIC=NAME");
            }
            names.put(both[0], both[1]);
        }
        return new Topics(names);
    }

    /** As an option or a variable of the environment has them: {@code input=a;output=b}. */
    public String text() {
        return names.entrySet().stream()
                .map(topic -> topic.getKey() + "=" + topic.getValue())
                .sorted()
                .collect(Collectors.joining(BETWEEN));
    }

    public String name(String topic) {
        String name = names.get(topic);
        if (name == null) {
            throw new IllegalArgumentException("no topic is given for '" + topic + "', only " + text());
        }
        return name;
    }

    /** The broker's names of some topics. */
    public List<String> names(List<String> topics) {
        return topics.stream().map(this::name).toList();
    }
}
