package org.stoatflow.migration;

import org.jspecify.annotations.Nullable;
import org.openrewrite.ExecutionContext;
import org.openrewrite.Recipe;
import org.openrewrite.Tree;
import org.openrewrite.TreeVisitor;
import org.openrewrite.java.ChangePackage;
import org.openrewrite.java.tree.JavaSourceFile;

/**
 * Renames one package, without those below it, in sources only. OpenRewrite's own recipe would rename keys of YAML
 * files too, which are names of loggers there.
 */
final class RenamePackage extends Recipe {
    private final ChangePackage change;

    /** @param name how the package goes on after {@link StreamsNames#THEIRS} */
    RenamePackage(String name) {
        this.change = new ChangePackage(StreamsNames.THEIRS + name, StreamsNames.OURS + name, false);
    }

    @Override
    public String getDisplayName() {
        return "Rename the package " + change.getOldPackageName();
    }

    @Override
    public String getDescription() {
        return "Renames it in sources, without the packages below it.";
    }

    @Override
    public TreeVisitor<?, ExecutionContext> getVisitor() {
        TreeVisitor<?, ExecutionContext> inSources = change.getVisitor();
        return new TreeVisitor<Tree, ExecutionContext>() {
            @Override
            public @Nullable Tree visit(@Nullable Tree tree, ExecutionContext context) {
                return tree instanceof JavaSourceFile ? inSources.visit(tree, context) : tree;
            }
        };
    }
}
