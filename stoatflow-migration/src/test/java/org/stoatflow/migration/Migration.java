package org.stoatflow.migration;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openrewrite.ExecutionContext;
import org.openrewrite.InMemoryExecutionContext;
import org.openrewrite.Parser;
import org.openrewrite.Recipe;
import org.openrewrite.Result;
import org.openrewrite.SourceFile;
import org.openrewrite.internal.InMemoryLargeSourceSet;
import org.openrewrite.tree.ParseError;

/**
 * Runs a recipe over files given as text, as OpenRewrite's plugins run it over a project. Any failure fails the test.
 */
final class Migration {
    private Migration() {}

    /** The file after the recipe. */
    static String of(Recipe recipe, Parser parser, String path, String text) {
        return of(recipe, parser, Map.of(path, text)).values().iterator().next();
    }

    /** All files after the recipe, by their paths then. */
    static Map<String, String> of(Recipe recipe, Parser parser, Map<String, String> files) {
        ExecutionContext context = new InMemoryExecutionContext(failure -> {
            throw new AssertionError("OpenRewrite reports a failure", failure);
        });
        Stream<Parser.Input> inputs =
                files.entrySet().stream().map(file -> Parser.Input.fromString(Path.of(file.getKey()), file.getValue()));
        List<SourceFile> sources =
                parser.parseInputs(inputs::iterator, null, context).toList();
        Map<String, String> texts = new LinkedHashMap<>();
        for (SourceFile source : sources) {
            if (source instanceof ParseError) {
                throw new AssertionError("not parsed: " + source.getSourcePath());
            }
            texts.put(source.getSourcePath().toString(), source.printAll());
        }
        for (Result result : recipe.run(new InMemoryLargeSourceSet(sources), context)
                .getChangeset()
                .getAllResults()) {
            texts.remove(result.getBefore().getSourcePath().toString());
            texts.put(
                    result.getAfter().getSourcePath().toString(),
                    result.getAfter().printAll());
        }
        return texts;
    }
}
