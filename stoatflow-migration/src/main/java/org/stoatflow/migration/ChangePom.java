package org.stoatflow.migration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.TreeVisitor;
import org.openrewrite.xml.XmlVisitor;
import org.openrewrite.xml.tree.Content;
import org.openrewrite.xml.tree.Xml;

/**
 * Changes dependencies in a pom. Nothing is resolved, so it works where our artifacts are in no repository that
 * OpenRewrite reads. The version is written out, also where another bill of materials managed that of Kafka Streams.
 */
final class ChangePom extends Recipe {
    private static final String POM = "pom.xml";
    private static final String DEPENDENCY = "dependency";
    private static final String MANAGEMENT = "dependencyManagement";
    private static final String GROUP = "groupId";
    private static final String NAME = "artifactId";
    private static final String VERSION = "version";
    private static final String CLASSIFIER = "classifier";
    private static final String TYPE = "type";
    private static final String JAR = "jar";

    private final Map<String, String> names;

    ChangePom(Map<String, String> names) {
        this.names = names;
    }

    @Override
    public String getDisplayName() {
        return "Change dependencies of Maven";
    }

    @Override
    public String getDescription() {
        return "Puts StoatFlow's artifacts in place of those of Kafka Streams.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return new Dependencies();
    }

    private final class Dependencies extends XmlVisitor<ExecutionContext> {
        private final String version = Release.version();

        @Override
        public boolean isAcceptable(SourceFile file, ExecutionContext context) {
            return super.isAcceptable(file, context) && file.getSourcePath().endsWith(POM);
        }

        @Override
        public Xml visitTag(Xml.Tag tag, ExecutionContext context) {
            if (!tag.getName().equals(DEPENDENCY) || !isLibrary(tag)) {
                return super.visitTag(tag, context);
            }
            Artifact ours = ours(tag);
            return ours == null ? tag : changed(tag, ours);
        }

        /** Whether the dependency is the library itself, and not its tests or sources, which have no counterpart. */
        private static boolean isLibrary(Xml.Tag dependency) {
            return dependency.getChild(CLASSIFIER).isEmpty()
                    && JAR.equals(dependency.getChildValue(TYPE).orElse(JAR));
        }

        private @Nullable Artifact ours(Xml.Tag dependency) {
            return Artifact.of(
                    dependency.getChildValue(GROUP).orElse(null),
                    dependency.getChildValue(NAME).orElse(null),
                    names,
                    version);
        }

        private Xml.Tag changed(Xml.Tag dependency, Artifact ours) {
            String theirs = dependency.getChildValue(NAME).orElseThrow();
            Xml.Tag named = dependency.withChildValue(GROUP, Artifact.GROUP).withChildValue(NAME, ours.name());
            if (named.getChild(VERSION).isPresent()) {
                return named.withChildValue(VERSION, version);
            }
            return isManaged(theirs) ? named : versioned(named);
        }

        /** Whether this pom manages the artifact's version: there it is changed. */
        private boolean isManaged(String theirs) {
            Xml.Tag project =
                    getCursor().firstEnclosingOrThrow(Xml.Document.class).getRoot();
            return project.getChild(MANAGEMENT).flatMap(tag -> tag.getChild("dependencies")).stream()
                    .flatMap(tag -> tag.getChildren(DEPENDENCY).stream())
                    .anyMatch(tag ->
                            tag.getChildValue(NAME).filter(theirs::equals).isPresent());
        }

        private Xml.Tag versioned(Xml.Tag dependency) {
            List<Content> content = new ArrayList<>();
            for (Content part : dependency.getContent() == null ? List.<Content>of() : dependency.getContent()) {
                content.add(part);
                if (part instanceof Xml.Tag tag && tag.getName().equals(NAME)) {
                    content.add(
                            Xml.Tag.build("<version>" + version + "</version>").withPrefix(tag.getPrefix()));
                }
            }
            return dependency.withContent(content);
        }
    }
}
