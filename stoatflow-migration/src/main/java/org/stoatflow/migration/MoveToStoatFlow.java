package org.stoatflow.migration;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openrewrite.Recipe;

/**
 * Moves an application of Kafka Streams to StoatFlow with its sources: packages, names of classes in texts, properties
 * and YAML, and the dependencies of Maven and Gradle builds.
 */
public final class MoveToStoatFlow extends Recipe {
    private static final Map<String, String> ARTIFACTS =
            Map.of("kafka-streams", "stoatflow-runtime", "kafka-streams-test-utils", "stoatflow-test-utils");

    /** Called by OpenRewrite. */
    public MoveToStoatFlow() {}

    @Override
    public String getDisplayName() {
        return "Move from Kafka Streams to StoatFlow";
    }

    @Override
    public String getDescription() {
        return "Renames the packages of Kafka Streams to those of StoatFlow in sources, texts, properties and YAML, "
                + "and changes the dependencies.";
    }

    @Override
    public List<Recipe> getRecipeList() {
        Stream<Recipe> packages = StreamsNames.PACKAGES.stream().map(RenamePackage::new);
        Stream<Recipe> others = Stream.of(
                new RenameClassNames(),
                new ChangePom(ARTIFACTS),
                new ChangeGradleBuild(ARTIFACTS),
                new ChangeVersionCatalog(ARTIFACTS));
        return Stream.concat(packages, others).toList();
    }
}
