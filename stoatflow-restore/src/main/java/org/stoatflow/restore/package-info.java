/** Restore: what is missing of the local state is planned and read from the changelogs. */
package org.stoatflow.restore;
