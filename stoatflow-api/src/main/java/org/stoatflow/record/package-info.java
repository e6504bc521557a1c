/** Access to records and their headers that the engine has and users do not have. */
package org.stoatflow.record;
