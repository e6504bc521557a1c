package org.stoatflow.migration;

import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.JavaVisitor;
import org.openrewrite.java.tree.J;
import org.openrewrite.properties.PropertiesVisitor;
import org.openrewrite.properties.tree.Properties;
import org.openrewrite.yaml.YamlVisitor;
import org.openrewrite.yaml.tree.Yaml;

/**
 * Renames Kafka Streams' classes where a text names them: string literals, values of properties files and of YAML. Keys
 * stay: classes stand there as loggers.
 */
final class RenameClassNames extends Recipe {
    @Override
    public String getDisplayName() {
        return "Rename classes of Kafka Streams in texts";
    }

    @Override
    public String getDescription() {
        return "Renames them in string literals, and in values of properties and YAML files.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return new ByKindOfFile();
    }

    private static final class ByKindOfFile extends TreeVisitor<Tree, ExecutionContext> {
        @Override
        public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
            return switch (tree) {
                case J source -> new Literals().visit(source, context);
                case Properties file -> new PropertyValues().visit(file, context);
                case Yaml file -> new Scalars().visit(file, context);
                case null, default -> tree;
            };
        }
    }

    private static final class Literals extends JavaVisitor<ExecutionContext> {
        @Override
        public J visitLiteral(J.Literal literal, ExecutionContext context) {
            String source = literal.getValueSource();
            if (!(literal.getValue() instanceof String text) || source == null) {
                return literal;
            }
            String renamed = StreamsNames.renamed(text);
            return renamed.equals(text)
                    ? literal
                    : literal.withValue(renamed).withValueSource(StreamsNames.renamed(source));
        }
    }

    private static final class PropertyValues extends PropertiesVisitor<ExecutionContext> {
        @Override
        public Properties visitEntry(Properties.Entry entry, ExecutionContext context) {
            Properties.Value value = entry.getValue();
            String renamed = StreamsNames.renamed(value.getText());
            return renamed.equals(value.getText()) ? entry : entry.withValue(value.withText(renamed));
        }
    }

    private static final class Scalars extends YamlVisitor<ExecutionContext> {
        @Override
        public Yaml visitMappingEntry(Yaml.Mapping.Entry entry, ExecutionContext context) {
            Yaml value = visit(entry.getValue(), context);
            return value == null ? entry : entry.withValue((Yaml.Block) value);
        }

        @Override
        public Yaml visitScalar(Yaml.Scalar scalar, ExecutionContext context) {
            return scalar.withValue(StreamsNames.renamed(scalar.getValue()));
        }
    }
}
