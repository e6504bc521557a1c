/** How the commands of {@code ./stoatflow} read their arguments: with picocli, all in one way. */
package org.stoatflow.command;
