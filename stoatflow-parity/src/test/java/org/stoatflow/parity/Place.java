package org.stoatflow.parity;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Where one run of a program takes place: an application id, topics and a folder that no other run has.
 *
 * @param folder exists
 */
public record Place(String applicationId, Path folder) {
    /** The real name of a topic that the program calls {@code name}. */
    public String topic(String name) {
        return applicationId + "." + name;
    }

    /** Takes out of a text what differs between two places, and between the libraries' names. */
    public String plain(String text) {
        return text.replace(applicationId + ".", "")
                .replace(applicationId, "APP")
                .replace("org.stoatflow.streams.", "")
                .replace("org.apache.kafka.streams.", "");
    }

    /**
     * The settings with texts that hold <code>{app}</code>, <code>{folder}</code> or <code>{topic:name}</code> filled
     * in.
     */
    public Map<String, Object> filled(Map<String, Object> settings) {
        UnaryOperator<String> fill = text -> text.replace("{app}", applicationId)
                .replace("{folder}", folder.toString())
                .replaceAll("\\{topic:([^}]*)}", java.util.regex.Matcher.quoteReplacement(applicationId) + ".$1");
        Map<String, Object> filled = new TreeMap<>();
        settings.forEach((key, value) -> filled.put(key, value instanceof String text ? fill.apply(text) : value));
        return filled;
    }
}
