package org.stoatflow.parity.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.stoatflow.streams.StreamsBuilder;
import org.stoatflow.streams.Topology;

/**
 * A row of the table: a program as a user would write it, its settings, and its input. It reads topic {@code in} and
 * writes {@code out} unless it says otherwise.
 */
public final class Row {
    final String name;
    final Consumer<Scene> script;
    final Map<String, Object> settings = new TreeMap<>();
    final List<String> apart = new ArrayList<>();
    final Set<Difference> reasons = new TreeSet<>();
    Consumer<Scene> feed = Feeds::plain;
    boolean inOrder;
    boolean untilEnded;

    private Row(String name, Consumer<Scene> script) {
        this.name = name;
        this.script = script;
    }

    /** A program of the DSL: fed, started, run until all is committed, and closed. */
    public static Row dsl(String name, BiConsumer<StreamsBuilder, Scene> program) {
        return topology(name, scene -> {
            StreamsBuilder builder = new StreamsBuilder();
            program.accept(builder, scene);
            return builder.build(scene.config());
        });
    }

    /** A topology, run in the same way. */
    public static Row topology(String name, Function<Scene, Topology> program) {
        return new Row(name, scene -> scene.runToEnd(program));
    }

    /** Says itself what happens when. */
    public static Row script(String name, Consumer<Scene> script) {
        return new Row(name, script);
    }

    /** Sets a key; <code>{app}</code>, <code>{folder}</code> and <code>{topic:name}</code> in a text are filled in. */
    public Row with(String key, Object value) {
        settings.put(key, value);
        return this;
    }

    /** Under exactly-once. */
    public Row exactlyOnce() {
        return with("processing.guarantee", "exactly_once_v2");
    }

    /** Other input. */
    public Row fed(Consumer<Scene> records) {
        feed = records;
        return this;
    }

    /** The order across keys is compared too, within each partition. */
    public Row inOrder() {
        inOrder = true;
        return this;
    }

    /** The program ends by itself, with an error. */
    public Row untilEnded() {
        untilEnded = true;
        return this;
    }

    /** A section of what is observed differs, for this reason. */
    public Row apart(String section, Difference reason) {
        apart.add(section);
        reasons.add(reason);
        return this;
    }
}
