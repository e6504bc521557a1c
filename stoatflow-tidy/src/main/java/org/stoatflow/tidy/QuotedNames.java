package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What pages have between backticks is there, if it looks like a type or its member, a file, or a command; or it is
 * among what a page lists as missing. A type that has a package before it is in that package.
 */
record QuotedNames() implements Rule {
    private static final Pattern COMMAND = Pattern.compile("\\./stoatflow ([a-z-]+)");
    private static final Pattern DECLARED_COMMAND = Pattern.compile(
            "^(?:  )?([a-z-]+)(?: \\| [a-z-]+ \\| org\\.|(?: \\| -h \\| --help)?\\) )", Pattern.MULTILINE);
    private static final Pattern TYPE =
            Pattern.compile("((?:[A-Z][A-Za-z0-9]*\\.)*[A-Z]\\w*(?:\\.\\w+)?)(?:\\(.*\\))?");
    private static final Pattern IN_PACKAGE = Pattern.compile("((?:[a-z][a-z0-9]*\\.)+)([A-Z]\\w*)(?:[.#(].*)?");
    private static final Pattern FILE =
            Pattern.compile("[\\w.-]+(?:/[\\w.-]+)*(?:/|\\.(?:java|md|tla|cfg|xml|csv|txt))");

    /** The model's modules and configurations are named without these. */
    private static final List<String> MODEL_FILES = List.of(".tla", ".cfg");

    private static final String MISSING = "What is not there yet";

    @Override
    public List<Finding> findings(Project project) {
        Names names = new Names(project, new KnownNames(project), commands(project), missing(project));
        List<Finding> found = new ArrayList<>();
        for (TextFile file : project.ending(".md")) {
            MarkdownPage page = new MarkdownPage(file);
            page.quotes().forEach(quote -> add(page, quote, names.problem(page, quote.text()), found));
            page.code().forEach(line -> add(page, line, names.commandProblem(line.text()), found));
        }
        return found;
    }

    private static void add(MarkdownPage page, MarkdownPage.Quote quote, String problem, List<Finding> found) {
        if (!problem.isEmpty()) {
            found.add(new Finding(
                    "references", page.file().path() + " `" + quote.text() + "`", page.at(quote), 1, problem));
        }
    }

    private static Set<String> missing(Project project) {
        Set<String> missing = new TreeSet<>();
        for (TextFile file : project.ending(".md")) {
            new MarkdownPage(file)
                    .quotes().stream()
                            .filter(quote -> quote.section().equals(MISSING))
                            .forEach(quote -> missing.add(quote.text()));
        }
        return missing;
    }

    private static Set<String> commands(Project project) {
        Set<String> commands = new TreeSet<>();
        for (TextFile script : project.ending("/stoatflow")) {
            DECLARED_COMMAND.matcher(script.text()).results().forEach(each -> commands.add(each.group(1)));
        }
        return commands;
    }

    /** What there is. */
    private record Names(Project project, KnownNames types, Set<String> commands, Set<String> missing) {
        String problem(MarkdownPage page, String quote) {
            String command = commandProblem(quote);
            if (!command.isEmpty()) {
                return command;
            }
            Matcher type = TYPE.matcher(quote);
            if (FILE.matcher(quote).matches()) {
                return hasFile(page, quote) ? "" : "there is no file " + quote;
            }
            Matcher inPackage = IN_PACKAGE.matcher(quote);
            if (inPackage.matches()) {
                return packageProblem(inPackage.group(1), inPackage.group(2));
            }
            boolean isModule = MODEL_FILES.stream()
                    .anyMatch(end -> project.paths().stream().anyMatch(path -> path.endsWith("/" + quote + end)));
            boolean looksLikeType = type.matches() && quote.chars().anyMatch(Character::isLowerCase);
            return isModule || missing.contains(quote) || !looksLikeType || types.has(type.group(1))
                    ? ""
                    : "there is no " + type.group(1);
        }

        /** A page may leave out the beginning of a package. */
        private String packageProblem(String end, String type) {
            if (!types.has(type)) {
                return "there is no " + type;
            }
            List<String> places = types.qualified(type);
            return places.isEmpty() || places.stream().anyMatch(place -> ("." + place).endsWith("." + end + type))
                    ? ""
                    : type + " is " + String.join(" or ", places);
        }

        String commandProblem(String text) {
            Matcher command = COMMAND.matcher(text);
            return command.lookingAt() && !commands.contains(command.group(1))
                    ? "./stoatflow has no command " + command.group(1)
                    : "";
        }

        private boolean hasFile(MarkdownPage page, String quote) {
            boolean inRepository = quote.indexOf('/') < 0
                    || project.has(quote.substring(0, quote.indexOf('/')))
                    || !quote.endsWith("/");
            return !inRepository
                    || quote.startsWith("..")
                    || project.has(quote)
                    || project.has(page.file().folder() + quote)
                    || project.paths().stream().anyMatch(path -> path.endsWith("/" + quote));
        }
    }
}
