/** Restore: what is missing of the local state is planned and read from the changelogs. */
@NullMarked
package org.stoatflow.restore;

import org.jspecify.annotations.NullMarked;
