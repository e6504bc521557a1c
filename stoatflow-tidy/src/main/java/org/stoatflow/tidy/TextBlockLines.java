package org.stoatflow.tidy;

import com.sun.source.tree.LiteralTree;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the lines that text blocks span. */
final class TextBlockLines extends TreeScanner<@Nullable Void, Set<Integer>> {
    private final JavaFile file;

    private TextBlockLines(JavaFile file) {
        this.file = file;
    }

    static Set<Integer> of(JavaFile file) {
        Set<Integer> lines = new HashSet<>();
        new TextBlockLines(file).scan(file.unit(), lines);
        return lines;
    }

    @Override
    public @Nullable Void visitLiteral(LiteralTree tree, Set<Integer> lines) {
        int first = file.firstLine(tree);
        int last = file.lastLine(tree);
        for (int line = first + 1; line <= last; line++) {
            lines.add(line);
        }
        return null;
    }
}
