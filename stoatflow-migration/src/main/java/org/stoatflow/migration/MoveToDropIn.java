package org.stoatflow.migration;

import java.util.List;
import java.util.Map;
import org.openrewrite.Recipe;

/** Moves an application of Kafka Streams to StoatFlow's drop-in: dependencies change, and sources stay as they are. */
public final class MoveToDropIn extends Recipe {
    private static final Map<String, String> ARTIFACTS = Map.of(
            "kafka-streams", "stoatflow-kafka-streams",
            "kafka-streams-test-utils", "stoatflow-kafka-streams-test-utils");

    /** Called by OpenRewrite. */
    public MoveToDropIn() {}

    @Override
    public String getDisplayName() {
        return "Move from Kafka Streams to StoatFlow's drop-in";
    }

    @Override
    public String getDescription() {
        return "Changes the dependencies of Maven and Gradle builds. Sources and settings stay as they are.";
    }

    @Override
    public List<Recipe> getRecipeList() {
        return List.of(new ChangePom(ARTIFACTS), new ChangeGradleBuild(ARTIFACTS), new ChangeVersionCatalog(ARTIFACTS));
    }
}
