package org.stoatflow.tidy;

import java.util.List;

/** One of the rules of the house. */
interface Rule {
    List<Finding> findings(Project project);
}
