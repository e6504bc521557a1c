package org.stoatflow.tidy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.stoatflow.command.Arguments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./stoatflow tidy}: says what breaks the rules of the house. */
@Command(name = "./stoatflow tidy", description = """

                Checks the sources of all modules: lines of methods and files, fields, parameters, columns, retired
                words, references to what is not there, and circles of packages. Exemptions stand in
                build/tidy-exemptions.txt and build/retired-words.txt; one that is no longer needed is a failure, too.
                CONTRIBUTING.md says how to read it.
                """, footer = """

                Exit status: 0 tidy, 1 not, 2 bad arguments.""")
public final class Tidy extends Arguments<Integer> {
    private final PrintStream out;

    @Option(
            names = "--tighten",
            description = "first shortens both lists: lowers limits to what is counted, removes what is not needed")
    private boolean tighten;

    @Option(names = "--wrap", description = "wraps comments that are too wide before it checks")
    private boolean wrap;

    @Option(names = "--pages", description = "writes docs/SHARED-FIELDS.md from the comments before it checks")
    private boolean pages;

    Tidy(PrintStream out) {
        this.out = out;
    }

    @SuppressWarnings("checkstyle:exit")
    public static void main(String[] args) {
        System.exit(new Tidy(System.out).commandLine().execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Path root = root();
        Path list = root.resolve(ExemptionList.PATH);
        if (wrap) {
            wrapComments(root);
        }
        if (pages) {
            writePages(root);
        }
        Project project = Project.in(root);
        if (tighten) {
            Path words = root.resolve(RetiredWord.PATH);
            Files.writeString(list, House.judge(root, project).tightened(Project.read(list)));
            Files.writeString(words, RetiredWords.tightened(project, Project.read(words)));
            project = Project.in(root);
        }
        List<String> problems = House.judge(root, project).problems();
        problems.forEach(out::println);
        out.println(problems.isEmpty() ? "tidy" : problems.size() + " to be mended");
        return problems.isEmpty() ? 0 : 1;
    }

    private static void writePages(Path root) throws IOException {
        Project project = Project.in(root);
        TextFile page = project.page(SharedFields.PAGE).orElseThrow();
        Files.writeString(root.resolve(SharedFields.PAGE), SharedFields.written(project, page));
    }

    private static void wrapComments(Path root) throws IOException {
        for (JavaFile file : Project.in(root).java()) {
            String text = file.file().text();
            String wrapped = new CommentWrap(House.COLUMNS_MAX).wrapped(text);
            if (!wrapped.equals(text)) {
                Files.writeString(root.resolve(file.file().path()), wrapped);
            }
        }
    }

    /** The folder of the whole build, seen from it or from a module. */
    static Path root() {
        Path here = Path.of("").toAbsolutePath();
        for (Path folder = here; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(ExemptionList.PATH))) {
                return folder;
            }
        }
        throw new IllegalStateException(ExemptionList.PATH + " is in no folder above " + here);
    }
}
