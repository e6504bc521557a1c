package org.stoatflow.tidy;

import java.util.ArrayList;
import java.util.List;

/** How many fields an object may have. Those of a record are its parameters. */
record InstanceFields(int max) implements Rule {
    @Override
    public List<Finding> findings(Project project) {
        List<Finding> found = new ArrayList<>();
        for (JavaFile file : project.java()) {
            for (TypeDeclaration type : file.types()) {
                int fields = type.isRecord() ? 0 : type.instanceFields().size();
                if (fields > max) {
                    found.add(new Finding(
                            "fields",
                            type.place(),
                            file.at(type.tree()),
                            fields,
                            fields + " instance fields, more than " + max
                                    + ": it is several things; give the one with a life of its own a class"));
                }
            }
        }
        return found;
    }
}
