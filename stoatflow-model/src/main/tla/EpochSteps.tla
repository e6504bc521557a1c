----------------------------- MODULE EpochSteps -----------------------------
(* The counters of an epoch as the code has them: each access to a field that threads share is a step of its own.
   Epochs.tla and AtLeastOnce.tla derive counters and closing from where batches are, and say what is in them; here is how
   threads find out.  Stage L = lanes l1, l2; stage R = lanes r1[, r2].
   Topo = "chain":  src(L) -> hop(R)
   Topo = "cycle":  src(L) -> hop(R) -> resp(L), a response goes to the OTHER lane of L
   Topo = "join":   srcA(l1), srcB(l2) -> hop(R): the cut closes two entries, one after the other
   A batch is one record.  What a thread has yet to do is a sequence of operations; each step does the first, and may put
   others in its place.  The dispatcher is the thread "d"; a lane is a thread.

   Where a constant chooses an order, the engine's is named first.                                                       *)
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANTS KeyOf,       \* key (1 or 2) of each source offset
          NR,          \* lanes in R
          Topo,        \* "chain" | "cycle" | "join"
          Isolated,    \* TRUE: exactly-once, a lane is in one epoch at a time | FALSE: at-least-once
          OpenMax,     \* epochs cut and not applied beyond which none is cut
          Lowers,      \* decrement, and at zero: "closed, zero": is the entry closed, and then, is it still at zero?
                       \*                         "closed":       is the entry closed?
                       \* "closed before": is the entry closed?, and then decrement
          Closes,      \* "state first": set the state, then read the counter | "counter first"
          Touches,     \* "before raise": mark, count, raise, add | "after add" | "after lower": of the batch that caused it
          Adds,        \* "after raise" | "before raise": a batch is in the inbox before it is counted
          Cuts,        \* "cut first": set cut, close entries, read what is owed | "cut last": close, read, set
          Leaves,      \* "closed first": entries closed, then inbox empty | "inbox first"
          Starts       \* "closed first": entries of the older epoch closed, then not touched by it | "touched first"
K1  == <<1>>
K2a == <<1,2>>
K2b == <<1,1>>
K3a == <<1,2,1>>
K3b == <<1,1,2>>
K3c == <<1,1,1>>
K4a == <<1,2,1,2>>
K4b == <<1,1,1,1>>
N == Len(KeyOf)
Offs == 1..N
Ep == 1..(N+1)
LL == {"l1","l2"}
RL == IF NR = 2 THEN {"r1","r2"} ELSE {"r1"}
Lanes == LL \cup RL
Threads == Lanes \cup {"d"}
E == CASE Topo = "chain" -> {"src","hop"} [] Topo = "cycle" -> {"src","hop","resp"} [] Topo = "join" -> {"srcA","srcB","hop"}
Sources == IF Topo = "join" THEN <<"srcA","srcB">> ELSE <<"src">>
SrcOf(k) == IF Topo = "join" THEN (IF k = 1 THEN "srcA" ELSE "srcB") ELSE "src"
LOf(k) == IF k = 1 THEN "l1" ELSE "l2"
ROf(k) == IF NR = 1 THEN "r1" ELSE IF k = 1 THEN "r2" ELSE "r1"
StageE(l) == CASE l \in RL -> {"hop"}
               [] Topo = "join" -> {SrcOf(IF l = "l1" THEN 1 ELSE 2)}
               [] OTHER -> {"src","resp"} \cap E
Up(e) == CASE e = "hop" -> {Sources[i] : i \in 1..Len(Sources)} [] e = "resp" -> {"hop"} [] OTHER -> {}
Down(e) == CASE e = "hop" -> (IF Topo = "cycle" THEN <<"resp">> ELSE <<>>) [] e = "resp" -> <<>> [] OTHER -> <<"hop">>
Path(k) == {SrcOf(k), "hop"} \cup (IF Topo = "cycle" THEN {"resp"} ELSE {})
LaneOf(e,k) == CASE e = "hop" -> ROf(k) [] e = "resp" -> LOf(3-k) [] OTHER -> LOf(k)

VARIABLES nextOff, cur, cutTo,                     \* the dispatcher's own: next offset, its open epoch, offsets cut so far
          cnt, st, touched, owed, isCut, announced, \* fields of each epoch
          inbox,                                   \* queues of each entry and lane, by parity
          at, leftNo, owing,                       \* a lane's own: its epoch, the last one that it left; at-least-once: those it owes
          todo,                                    \* what each thread has yet to do
          applied,                                 \* epochs 1..applied are
          left, done, epOf                         \* for the invariants only
ve == <<cnt, st, touched, owed, isCut, announced>>
vl == <<at, leftNo, owing>>
vd == <<nextOff, cur, cutTo>>
vg == <<left, done, epOf>>
vars == <<vd, ve, inbox, vl, todo, applied, vg>>

Init ==
  /\ nextOff = 1 /\ cur = 1 /\ cutTo = 0
  /\ cnt = [n \in Ep |-> [e \in E |-> 0]] /\ st = [n \in Ep |-> [e \in E |-> "open"]]
  /\ touched = [n \in Ep |-> {}] /\ owed = [n \in Ep |-> 0]
  /\ isCut = [n \in Ep |-> FALSE] /\ announced = [n \in Ep |-> FALSE]
  /\ inbox = [e \in E |-> [l \in Lanes |-> [p \in {0,1} |-> <<>>]]]
  /\ at = [l \in Lanes |-> 0] /\ leftNo = [l \in Lanes |-> 0] /\ owing = [l \in Lanes |-> {}]
  /\ todo = [t \in Threads |-> <<>>] /\ applied = 0
  /\ left = [n \in Ep |-> {}] /\ done = {} /\ epOf = [o \in Offs |-> 0]

Slot(n) == IF Isolated THEN n % 2 ELSE 0
Heads(l,e) == {q[1] : q \in {inbox[e][l][p] : p \in {0,1}} \ {<<>>}}
HasBatch(l,n) == \E e \in StageE(l) : LET q == inbox[e][l][Slot(n)] IN q # <<>> /\ q[1][1] = n
DoorsClosed(l,n) == \A e \in StageE(l) : st[n][e] # "open"
DoorsComplete(l,n) == \A e \in StageE(l) : st[n][e] = "complete"

(* Handing one batch over, and taking its counter back. *)
Touch(n,l) == <<<<"mark",n,l>>>>
HandOver(n,e,l,o) ==
  LET raise == <<<<"raise",n,e>>>>
      add == <<<<"add",n,e,l,o>>>>
      gives == IF Adds = "before raise" THEN add \o raise ELSE raise \o add
  IN CASE Touches = "before raise" -> Touch(n,l) \o gives
       [] Touches = "after add" -> gives \o Touch(n,l)
       [] Touches = "after lower" -> gives
Lower(n,e) == IF Lowers = "closed before" THEN <<<<"see",n,e>>>> ELSE <<<<"lower",n,e>>>>

(* ---------- what threads begin ---------- *)
Hand == /\ todo["d"] = <<>> /\ nextOff <= N
        /\ LET k == KeyOf[nextOff] IN
           todo' = [todo EXCEPT !["d"] = HandOver(cur,SrcOf(k),LOf(k),nextOff)
                                         \o (IF Touches = "after lower" THEN Touch(cur,LOf(k)) ELSE <<>>)]
        /\ epOf' = [epOf EXCEPT ![nextOff] = cur]
        /\ nextOff' = nextOff + 1
        /\ UNCHANGED <<cur,cutTo,ve,inbox,vl,applied,left,done>>
Cut ==  /\ todo["d"] = <<>> /\ nextOff - 1 > cutTo
        /\ IF Isolated THEN applied = cur - 1 ELSE cur - 1 - applied < OpenMax
        /\ LET closes == [i \in 1..Len(Sources) |-> <<"close",cur,Sources[i]>>]
               set == <<<<"cut",cur>>>>
           IN todo' = [todo EXCEPT !["d"] =
                IF Cuts = "cut first" THEN set \o closes \o <<<<"owed",cur>>>>
                ELSE closes \o <<<<"owed",cur>>>> \o set]
        /\ cutTo' = nextOff - 1 /\ cur' = cur + 1
        /\ UNCHANGED <<nextOff,ve,inbox,vl,applied,vg>>

Take(l,e,p) ==
        /\ todo[l] = <<>> /\ inbox[e][l][p] # <<>>
        /\ LET n == inbox[e][l][p][1][1]
               o == inbox[e][l][p][1][2]
               k == KeyOf[o]
               d == Down(e)
               gives == IF d = <<>> THEN <<>> ELSE HandOver(n,d[1],LaneOf(d[1],k),o)
               late == IF d # <<>> /\ Touches = "after lower" THEN Touch(n,LaneOf(d[1],k)) ELSE <<>>
           IN /\ Isolated => at[l] = n
              /\ inbox' = [inbox EXCEPT ![e][l][p] = Tail(@)]
              /\ todo' = [todo EXCEPT ![l] = gives \o Lower(n,e) \o late]
              /\ done' = done \cup {<<e,o>>}
              /\ owing' = IF Isolated THEN owing ELSE [owing EXCEPT ![l] = @ \cup {n}]
        /\ UNCHANGED <<vd,ve,at,leftNo,applied,left,epOf>>
(* A look that finds nothing changes nothing; so the first of two looks is a condition here, and the second a step. *)
TryLeave(l) ==
        /\ Isolated /\ todo[l] = <<>> /\ at[l] # 0
        /\ LET n == at[l] IN
           IF Leaves = "closed first" THEN DoorsClosed(l,n) /\ todo' = [todo EXCEPT ![l] = <<<<"empty",n>>>>]
                                      ELSE ~HasBatch(l,n) /\ todo' = [todo EXCEPT ![l] = <<<<"closed doors",n>>>>]
        /\ UNCHANGED <<vd,ve,inbox,vl,applied,vg>>
LeaveComplete(l,n) ==
        /\ ~Isolated /\ todo[l] = <<>> /\ n \in owing[l] /\ DoorsComplete(l,n)
        /\ owing' = [owing EXCEPT ![l] = @ \ {n}]
        /\ left' = [left EXCEPT ![n] = @ \cup {l}]
        /\ todo' = [todo EXCEPT ![l] = <<<<"leave",n>>>>]
        /\ UNCHANGED <<vd,ve,inbox,at,leftNo,applied,done,epOf>>
Start(l,n) ==
        /\ Isolated /\ todo[l] = <<>> /\ at[l] = 0 /\ n > leftNo[l]
        /\ \E e \in StageE(l) : \E h \in Heads(l,e) : h[1] = n
        /\ IF applied >= n - 1 \/ leftNo[l] = n - 1
           THEN at' = [at EXCEPT ![l] = n] /\ UNCHANGED todo
           ELSE /\ UNCHANGED at
                /\ IF Starts = "closed first"
                   THEN DoorsClosed(l,n-1) /\ todo' = [todo EXCEPT ![l] = <<<<"untouched",n>>>>]
                   ELSE l \notin touched[n-1] /\ todo' = [todo EXCEPT ![l] = <<<<"closed before",n>>>>]
        /\ UNCHANGED <<vd,ve,inbox,leftNo,owing,applied,vg>>
Apply == LET n == applied + 1 IN
        /\ n \in Ep /\ (IF Isolated THEN announced[n] ELSE isCut[n] /\ owed[n] = 0)
        /\ applied' = n
        /\ UNCHANGED <<vd,ve,inbox,vl,todo,vg>>

(* ---------- the steps of threads ---------- *)
Leaving(l,n) == /\ leftNo' = [leftNo EXCEPT ![l] = n] /\ at' = [at EXCEPT ![l] = 0]
                /\ left' = [left EXCEPT ![n] = @ \cup {l}]
Step(t) ==
  /\ todo[t] # <<>>
  /\ LET x == Head(todo[t])
         n == x[2]
         rest == Tail(todo[t])
         Goes(ops) == todo' = [todo EXCEPT ![t] = ops \o rest]
         GoesIf(condition,ops) == Goes(IF condition THEN ops ELSE <<>>)
     IN
     CASE x[1] = "mark" ->
            /\ touched' = [touched EXCEPT ![n] = @ \cup {x[3]}]
            /\ GoesIf(x[3] \notin touched[n], <<<<"count",n>>>>)
            /\ UNCHANGED <<cnt,st,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "count" ->
            /\ owed' = [owed EXCEPT ![n] = @ + 1] /\ Goes(<<>>)
            /\ UNCHANGED <<cnt,st,touched,isCut,announced,inbox,vl,left>>
       [] x[1] = "raise" ->
            /\ cnt' = [cnt EXCEPT ![n][x[3]] = @ + 1] /\ Goes(<<>>)
            /\ UNCHANGED <<st,touched,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "add" ->
            /\ inbox' = [inbox EXCEPT ![x[3]][x[4]][Slot(n)] = Append(@, <<n,x[5]>>)] /\ Goes(<<>>)
            /\ UNCHANGED <<ve,vl,left>>
       [] x[1] = "see" ->
            /\ Goes(<<<<"lower",n,x[3],st[n][x[3]]>>>>) /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "lower" ->
            /\ cnt' = [cnt EXCEPT ![n][x[3]] = @ - 1]
            /\ GoesIf(cnt[n][x[3]] = 1, IF Lowers # "closed before" THEN <<<<"closed",n,x[3]>>>>
                                        ELSE IF x[4] = "closed" THEN <<<<"finish",n,x[3]>>>> ELSE <<>>)
            /\ UNCHANGED <<st,touched,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "closed" ->
            /\ GoesIf(st[n][x[3]] = "closed", <<<<IF Lowers = "closed" THEN "finish" ELSE "zero",n,x[3]>>>>)
            /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "zero" ->
            /\ GoesIf(cnt[n][x[3]] = 0, <<<<"finish",n,x[3]>>>>) /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "finish" ->
            /\ st' = [st EXCEPT ![n][x[3]] = IF @ = "closed" THEN "complete" ELSE @]
            /\ LET d == Down(x[3]) IN GoesIf(st[n][x[3]] = "closed", [i \in 1..Len(d) |-> <<"feed",n,d[i]>>])
            /\ UNCHANGED <<cnt,touched,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "feed" ->
            /\ GoesIf(\A u \in Up(x[3]) : st[n][u] = "complete", <<<<"close",n,x[3]>>>>)
            /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "close" /\ Closes = "counter first" ->
            /\ GoesIf(st[n][x[3]] = "open", <<<<"shut",n,x[3],cnt[n][x[3]]>>>>) /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "shut" ->
            /\ st' = [st EXCEPT ![n][x[3]] = IF @ = "open" THEN "closed" ELSE @]
            /\ GoesIf(st[n][x[3]] = "open" /\ x[4] = 0, <<<<"finish",n,x[3]>>>>)
            /\ UNCHANGED <<cnt,touched,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "close" /\ Closes = "state first" ->
            /\ st' = [st EXCEPT ![n][x[3]] = IF @ = "open" THEN "closed" ELSE @]
            /\ GoesIf(st[n][x[3]] = "open", <<<<IF Lowers = "closed" THEN "zero" ELSE "closed",n,x[3]>>>>)
            /\ UNCHANGED <<cnt,touched,owed,isCut,announced,inbox,vl,left>>
       [] x[1] = "cut" ->
            /\ isCut' = [isCut EXCEPT ![n] = TRUE] /\ Goes(<<>>)
            /\ UNCHANGED <<cnt,st,touched,owed,announced,inbox,vl,left>>
       [] x[1] = "owed" ->
            /\ GoesIf(owed[n] = 0, <<<<"announce",n>>>>) /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "announce" ->
            /\ announced' = [announced EXCEPT ![n] = TRUE] /\ Goes(<<>>)
            /\ UNCHANGED <<cnt,st,touched,owed,isCut,inbox,vl,left>>
       [] x[1] = "empty" ->
            /\ GoesIf(~HasBatch(t,n), <<<<"leave",n>>>>)
            /\ IF HasBatch(t,n) THEN UNCHANGED <<at,leftNo,left>> ELSE Leaving(t,n)
            /\ UNCHANGED <<ve,inbox,owing>>
       [] x[1] = "closed doors" ->
            /\ GoesIf(DoorsClosed(t,n), <<<<"leave",n>>>>)
            /\ IF DoorsClosed(t,n) THEN Leaving(t,n) ELSE UNCHANGED <<at,leftNo,left>>
            /\ UNCHANGED <<ve,inbox,owing>>
       [] x[1] = "leave" ->
            /\ owed' = [owed EXCEPT ![n] = @ - 1]
            /\ GoesIf(owed[n] = 1, <<<<"is cut",n>>>>)
            /\ UNCHANGED <<cnt,st,touched,isCut,announced,inbox,vl,left>>
       [] x[1] = "is cut" ->
            /\ GoesIf(isCut[n], <<<<"owed",n>>>>) /\ UNCHANGED <<ve,inbox,vl,left>>
       [] x[1] = "untouched" ->
            /\ at' = [at EXCEPT ![t] = IF t \in touched[n-1] THEN 0 ELSE n] /\ Goes(<<>>)
            /\ UNCHANGED <<ve,inbox,leftNo,owing,left>>
       [] x[1] = "closed before" ->
            /\ at' = [at EXCEPT ![t] = IF DoorsClosed(t,n-1) THEN n ELSE 0] /\ Goes(<<>>)
            /\ UNCHANGED <<ve,inbox,leftNo,owing,left>>
  /\ UNCHANGED <<vd,applied,done,epOf>>

Finished == cutTo = N /\ applied = cur - 1 /\ \A t \in Threads : todo[t] = <<>>
Next == \/ Hand \/ Cut \/ Apply \/ \E t \in Threads : Step(t)
        \/ \E l \in Lanes : \/ TryLeave(l)
                            \/ \E e \in StageE(l) : \E p \in {0,1} : Take(l,e,p)
                            \/ \E n \in Ep : Start(l,n) \/ LeaveComplete(l,n)
        \/ (Finished /\ UNCHANGED vars)
Spec == Init /\ [][Next]_vars

(* ---------- what must hold ---------- *)
(* a complete entry is at zero, and stays there; no counter falls below zero *)
InvComplete == \A n \in Ep : \A e \in E : cnt[n][e] >= 0 /\ (st[n][e] = "complete" => cnt[n][e] = 0)
(* each touched lane leaves once *)
InvOwed == \A n \in Ep : owed[n] >= 0
(* who has left has no batch of the epoch *)
InvLeft == \A l \in Lanes : \A e \in StageE(l) : \A p \in {0,1} : \A i \in 1..Len(inbox[e][l][p]) :
             l \notin left[inbox[e][l][p][i][1]]
(* what is committed, or may be any time now, has been through all that it reaches, in lanes that have left *)
Committable(n) == IF Isolated THEN announced[n] ELSE n <= applied \/ (isCut[n] /\ owed[n] = 0)
InvCommitted == \A n \in Ep : Committable(n) =>
                  /\ touched[n] \subseteq left[n] /\ \A e \in E : cnt[n][e] = 0
                  /\ \A o \in Offs : epOf[o] = n => \A e \in Path(KeyOf[o]) : <<e,o>> \in done
=============================================================================
