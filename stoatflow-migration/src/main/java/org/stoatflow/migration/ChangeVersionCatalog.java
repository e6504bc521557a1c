package org.stoatflow.migration;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.SourceFile;
import org.openrewrite.TreeVisitor;
import org.openrewrite.toml.TomlVisitor;
import org.openrewrite.toml.tree.Toml;

/**
 * Changes libraries in version catalogs of Gradle, {@code gradle/libs.versions.toml}. A library keeps its alias, so
 * that build scripts stay as they are; its version is written out, since the one that it refers to is that of Kafka's
 * other libraries.
 */
final class ChangeVersionCatalog extends Recipe {
    private static final String ENDING = ".versions.toml";

    private final Map<String, String> names;

    ChangeVersionCatalog(Map<String, String> names) {
        this.names = names;
    }

    @Override
    public String getDisplayName() {
        return "Change dependencies in version catalogs of Gradle";
    }

    @Override
    public String getDescription() {
        return "Puts StoatFlow's artifacts in place of those of Kafka Streams.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return new Libraries(new Notations(names, Release.version()));
    }

    private static final class Libraries extends TomlVisitor<ExecutionContext> {
        private final Notations notations;

        Libraries(Notations notations) {
            this.notations = notations;
        }

        @Override
        public boolean isAcceptable(SourceFile file, ExecutionContext context) {
            return super.isAcceptable(file, context)
                    && file.getSourcePath().toString().endsWith(ENDING);
        }

        @Override
        public Toml visitKeyValue(Toml.KeyValue library, ExecutionContext context) {
            return switch (library.getValue()) {
                case Toml.Literal text -> library.withValue(changed(text));
                case Toml.Table parts -> library.withValue(CatalogEntry.changed(parts, notations));
                default -> library;
            };
        }

        private Toml.Literal changed(Toml.Literal library) {
            @Nullable Artifact ours = library.getValue() instanceof String text ? notations.ours(text) : null;
            return ours == null ? library : CatalogEntry.with(library, ours.notation());
        }
    }
}
