/** Code of an application, in a package that the engine does not take for its own. */
package org.stoatflow.users;
