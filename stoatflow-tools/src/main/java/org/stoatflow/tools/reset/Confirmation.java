package org.stoatflow.tools.reset;

import java.io.Console;
import java.util.Objects;

/** Asks the person who has typed the command. */
interface Confirmation {
    /** Whether the answer is yes. Nobody answers where the command does not run on a terminal. */
    boolean of(String question);

    /** On the terminal of this process. */
    static boolean onTerminal(String question) {
        Console console = Objects.requireNonNull(System.console(), "console"); // never null from JDK 22 on
        if (!console.isTerminal()) {
            return false;
        }
        String answer = console.readLine("%s [yes/no] ", question);
        return answer != null && answer.strip().equalsIgnoreCase("yes");
    }
}
