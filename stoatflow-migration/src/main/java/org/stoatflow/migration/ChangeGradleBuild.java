package org.stoatflow.migration;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.groovy.GroovyVisitor;
import org.openrewrite.groovy.tree.G;
import org.openrewrite.java.tree.J;
import org.openrewrite.kotlin.KotlinVisitor;
import org.openrewrite.kotlin.tree.K;

/**
 * Changes dependencies in build scripts of Gradle, in Groovy and in Kotlin: {@code "group:name:version"}, also where
 * the version is missing or a variable. Nothing is resolved.
 */
final class ChangeGradleBuild extends Recipe {
    private final Map<String, String> names;

    ChangeGradleBuild(Map<String, String> names) {
        this.names = names;
    }

    @Override
    public String getDisplayName() {
        return "Change dependencies of Gradle";
    }

    @Override
    public String getDescription() {
        return "Puts StoatFlow's artifacts in place of those of Kafka Streams.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        return new ByLanguage(new Notations(names, Release.version()));
    }

    private static final class ByLanguage extends TreeVisitor<Tree, ExecutionContext> {
        private final Notations notations;

        ByLanguage(Notations notations) {
            this.notations = notations;
        }

        @Override
        public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
            return switch (tree) {
                case G.CompilationUnit script
                when script.getSourcePath().toString().endsWith(".gradle") ->
                    new InGroovy(notations).visit(script, context);
                case K.CompilationUnit script
                when script.getSourcePath().toString().endsWith(".gradle.kts") ->
                    new InKotlin(notations).visit(script, context);
                case null, default -> tree;
            };
        }
    }

    private static final class InGroovy extends GroovyVisitor<ExecutionContext> {
        private final Notations notations;

        InGroovy(Notations notations) {
            this.notations = notations;
        }

        @Override
        public J visitLiteral(J.Literal literal, ExecutionContext context) {
            return notations.changed(literal);
        }

        @Override
        public J visitGString(G.GString text, ExecutionContext context) {
            return notations.changed(text, text.getStrings(), text.getDelimiter());
        }

        @Override
        public J visitMethodInvocation(J.MethodInvocation call, ExecutionContext context) {
            J visited = super.visitMethodInvocation(call, context);
            return visited instanceof J.MethodInvocation invocation
                    ? MapNotation.changed(invocation, notations)
                    : visited;
        }
    }

    private static final class InKotlin extends KotlinVisitor<ExecutionContext> {
        private final Notations notations;

        InKotlin(Notations notations) {
            this.notations = notations;
        }

        @Override
        public J visitLiteral(J.Literal literal, ExecutionContext context) {
            return notations.changed(literal);
        }

        @Override
        public J visitStringTemplate(K.StringTemplate text, ExecutionContext context) {
            return notations.changed(text, text.getStrings(), text.getDelimiter());
        }
    }
}
