package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The causes of an exception may go round, so one class walks along them, with a bound. What stands for one library as
 * for the other cannot call it.
 */
record CauseWalks() implements Rule {
    private static final String WALKER = "org.stoatflow.spi.Causes";
    private static final String OF_BOTH_LIBRARIES = "stoatflow-parity/";

    /** A variable that becomes its own cause, or a method that is given to what repeats it. */
    private static final Pattern STEP =
            Pattern.compile("\\b(\\w+)\\s*=\\s*\\1\\.getCause\\(\\)|Throwable\\s*::\\s*getCause");

    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            String path = file.file().path();
            if (file.isMain()
                    && !path.startsWith(OF_BOTH_LIBRARIES)
                    && !file.place().equals(WALKER)) {
                look(file, found);
            }
        }
        return found;
    }

    private static void look(JavaFile file, List<Finding> found) {
        String text = file.file().text();
        Matcher step = STEP.matcher(text);
        while (step.find()) {
            long line = text.substring(0, step.start()).lines().count();
            found.add(new Finding(
                    "causes",
                    file.place(),
                    file.file().path() + ":" + line,
                    Finding.NOT_TO_BE_EXEMPTED,
                    "causes may go round: ask " + WALKER + ", which ends"));
        }
    }
}
