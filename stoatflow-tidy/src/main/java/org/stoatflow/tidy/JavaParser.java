package org.stoatflow.tidy;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Parses sources with the JDK's compiler, and resolves nothing. */
final class JavaParser {
    private JavaParser() {}

    static List<JavaFile> parse(List<TextFile> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) compiler.getTask(
                null,
                null,
                diagnostics,
                List.of("-proc:none"),
                null,
                files.stream().map(Source::new).toList());
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        Map<URI, TextFile> byUri = new HashMap<>();
        files.forEach(file -> byUri.put(uri(file), file));
        List<JavaFile> parsed = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                parsed.add(new JavaFile(
                        Objects.requireNonNull(byUri.get(unit.getSourceFile().toUri())), unit, positions));
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        diagnostics.getDiagnostics().forEach(JavaParser::refuseErrors);
        return parsed;
    }

    private static URI uri(TextFile file) {
        return URI.create("source:///" + file.path());
    }

    private static void refuseErrors(Diagnostic<? extends JavaFileObject> diagnostic) {
        if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
            throw new IllegalArgumentException(
                    "not Java: " + diagnostic.getSource() + ": " + diagnostic.getMessage(Locale.ROOT));
        }
    }

    /** A source that is in memory already. */
    private static final class Source extends SimpleJavaFileObject {
        private final TextFile file;

        Source(TextFile file) {
            super(uri(file), Kind.SOURCE);
            this.file = file;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return file.text();
        }
    }
}
