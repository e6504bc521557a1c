---------------------------- MODULE AtLeastOnce ----------------------------
(* docs/DESIGN.md, "At-least-once": the epochs and counters of Epochs.tla, not isolated.
   Stage L = lanes l1, l2; stage R = lanes r1[, r2].
   Topo = "chain":  src(L) -> hop(R) -> output
   Topo = "cycle":  src(L) -> hop(R) -> resp(L) -> output, a response goes to the OTHER lane of L
   A batch is one record.  A lane's state is the set of <<entry, offset>> that it has processed: since a changelog record
   carries the whole value, and an overlay is read over what is older, each value holds all that the lane saw before it.
   So "state >= serial run" is: every committed offset is in the last changelog record of each lane that it concerns.

   The constants after OpenMax choose the rule; the first value named is the engine's.                                   *)
EXTENDS Naturals, Sequences, FiniteSets, TLC
CONSTANTS KeyOf,       \* key (1 or 2) of each source offset
          NR,          \* lanes in R
          Topo,        \* "chain" | "cycle"
          OpenMax,     \* epochs cut and not committed beyond which none is cut
          Leaves,      \* "complete": has left n once its stage is complete for n
                       \* "later":    has left n before its first batch of a later epoch, whatever comes after
                       \* "idle":     as "complete", but only while its inbox is empty
          SealsAtLeave,\* TRUE: what is unsealed when a lane leaves is sealed then
          Reads,       \* "first": the round reads which epochs are complete, then takes what lanes offered; "last"
          Applies,     \* "acked": changelog records are acknowledged before they are applied; "sent"
          OutputAcked, \* TRUE: a round waits for the acknowledgement of output, too
          Restores,    \* TRUE: a start reads the changelog tail; FALSE: it takes RocksDB as it is
          Late,        \* FALSE; TRUE: changelog sends of a dead process may arrive after its successor has started
          Slow,        \* source offsets whose batch never ends
          Noise,       \* TRUE: records of no interest (offset 0) keep coming for l1
          MaxFaults    \* crashes; a restart in place is the same: all that is volatile goes
K1  == <<1>>
K2a == <<1,2>>
K2b == <<1,1>>
K3a == <<1,2,1>>
K3b == <<1,1,2>>
None == {}
First == {1}
N == Len(KeyOf)
Offs == 1..N
Ep == 1..(N+1)
K == {1,2}
LL == {"l1","l2"}
RL == IF NR = 2 THEN {"r1","r2"} ELSE {"r1"}
Lanes == LL \cup RL
Cyc == Topo = "cycle"
E == IF Cyc THEN {"src","hop","resp"} ELSE {"src","hop"}
LOf(k) == IF k = 1 THEN "l1" ELSE "l2"
ROf(k) == IF NR = 1 THEN "r1" ELSE IF k = 1 THEN "r2" ELSE "r1"
LaneOf(e,k) == CASE e = "src" -> LOf(k) [] e = "hop" -> ROf(k) [] e = "resp" -> LOf(3-k)
StageE(l) == E \cap (IF l \in LL THEN {"src","resp"} ELSE {"hop"})
Up(e) == CASE e = "src" -> {} [] e = "hop" -> {"src"} [] e = "resp" -> {"hop"}
NextOf(e) == CASE e = "src" -> "hop" [] e = "hop" -> (IF Cyc THEN "resp" ELSE "none") [] e = "resp" -> "none"

VARIABLES nextOff, cuts, noisy,                   \* dispatcher: next offset; where each epoch of this run was cut
          inbox, busy, cur, unsealed, newest, touched, left,   \* lanes
          sealedQ,                                \* overlays that lanes have offered to the committer
          pc, seen, round, done,                  \* committer; round: what it sends and will apply
          air, airNext,                           \* output sent, not acknowledged: before this round, and since
          bOut, bLog, bOff, ghost,                \* broker
          rocks, faults
vd == <<nextOff, cuts, noisy>>
vl == <<inbox, busy, cur, unsealed, newest, touched, left>>
vc == <<pc, seen, round, done>>
va == <<air, airNext>>
vb == <<bOut, bLog, bOff, ghost>>
vx == <<rocks, faults>>
vars == <<vd, vl, sealedQ, vc, va, vb, vx>>
(* When exactly a send arrives is left open until it matters: what a round has waited for has arrived, and of what is
   under way at a crash any part has: any subset of the output, and of each lane's changelog records, which one producer
   sends in order, any prefix.                                                                                          *)

Quiet == [l \in Lanes |-> <<>>]
Init ==
  /\ nextOff = 1 /\ cuts = <<>> /\ noisy = FALSE
  /\ inbox = [e \in E |-> Quiet] /\ busy = Quiet /\ cur = [l \in Lanes |-> {}]
  /\ unsealed = [l \in Lanes |-> 0] /\ newest = [l \in Lanes |-> 0]
  /\ touched = [n \in Ep |-> {}] /\ left = [n \in Ep |-> {}]
  /\ sealedQ = Quiet
  /\ pc = "idle" /\ seen = 0 /\ round = Quiet /\ done = 0
  /\ air = {} /\ airNext = {}
  /\ bOut = {} /\ bLog = [l \in Lanes |-> {}] /\ bOff = 0 /\ ghost = Quiet
  /\ rocks = [l \in Lanes |-> {}] /\ faults = 0

(* ---------- counters, closed, complete ---------- *)
Cur == Len(cuts) + 1
Waits(n,e,l) == Len(SelectSeq(inbox[e][l], LAMBDA m : m[1] = n))
IsBusy(n,e,l) == busy[l] # <<>> /\ busy[l][1] = n /\ busy[l][2] = e
AtZero(n,e) == \A l \in Lanes : Waits(n,e,l) = 0 /\ ~IsBusy(n,e,l)
RECURSIVE Complete(_,_)
Closed(n,e) == n <= Len(cuts) /\ \A u \in Up(e) : Complete(n,u)
Complete(n,e) == Closed(n,e) /\ AtZero(n,e)
StageComplete(n,l) == \A e \in StageE(l) : Complete(n,e)
EpochComplete(n) == n <= Len(cuts) /\ touched[n] \subseteq left[n]
CompleteTo == CHOOSE m \in done..Len(cuts) :
                 /\ \A n \in (done+1)..m : EpochComplete(n)
                 /\ m = Len(cuts) \/ ~EpochComplete(m+1)
CutAt(n) == IF n = 0 THEN 0 ELSE cuts[n]

(* ---------- dispatcher ---------- *)
Put(ib,e,l,n,o) == [ib EXCEPT ![e][l] = Append(@, <<n,o>>)]
Hand == /\ nextOff <= N
        /\ LET l == LOf(KeyOf[nextOff]) IN
           /\ inbox' = Put(inbox,"src",l,Cur,nextOff)
           /\ touched' = [touched EXCEPT ![Cur] = @ \cup {l}]
        /\ nextOff' = nextOff + 1
        /\ UNCHANGED <<cuts,noisy,busy,cur,unsealed,newest,left,sealedQ,vc,va,vb,vx>>
Cut ==  /\ nextOff - 1 > (IF cuts = <<>> THEN bOff ELSE cuts[Len(cuts)])
        /\ Len(cuts) - done < OpenMax
        /\ cuts' = Append(cuts, nextOff - 1)
        /\ UNCHANGED <<nextOff,noisy,vl,sealedQ,vc,va,vb,vx>>
HandNoise ==
        /\ Noise /\ ~noisy /\ noisy' = TRUE
        /\ inbox' = Put(inbox,"src","l1",Cur,0)
        /\ touched' = [touched EXCEPT ![Cur] = @ \cup {"l1"}]
        /\ UNCHANGED <<nextOff,cuts,busy,cur,unsealed,newest,left,sealedQ,vc,va,vb,vx>>

(* ---------- lanes ---------- *)
Idle(l) == busy[l] = <<>>
Send(o) == IF pc \in {"wait","applied"} THEN airNext' = airNext \cup {o} /\ UNCHANGED air
                                        ELSE air' = air \cup {o} /\ UNCHANGED airNext
(* takes a batch, processes it and hands over what it caused; its output is sent when the batch ends *)
Process(l,e) ==
  /\ Idle(l) /\ inbox[e][l] # <<>>
  /\ LET n == Head(inbox[e][l])[1]
         o == Head(inbox[e][l])[2]
         ib == [inbox EXCEPT ![e][l] = Tail(@)]
         later == n > newest[l]
         seals == later /\ unsealed[l] # 0
         d == NextOf(e)
     IN
     /\ sealedQ' = IF seals THEN [sealedQ EXCEPT ![l] = Append(@, cur[l])] ELSE sealedQ
     /\ newest' = [newest EXCEPT ![l] = IF later THEN n ELSE @]
     /\ left' = IF Leaves = "later" /\ later
                THEN [m \in Ep |-> IF m < n /\ l \in touched[m] THEN left[m] \cup {l} ELSE left[m]]
                ELSE left
     /\ IF o = 0
        THEN /\ inbox' = ib /\ noisy' = FALSE
             /\ unsealed' = IF seals THEN [unsealed EXCEPT ![l] = 0] ELSE unsealed
             /\ UNCHANGED <<cur,touched,va>>
        ELSE /\ cur' = [cur EXCEPT ![l] = @ \cup {<<e,o>>}]
             /\ unsealed' = [unsealed EXCEPT ![l] = IF seals \/ @ = 0 \/ n < @ THEN n ELSE @]
             /\ IF d = "none"
                THEN inbox' = ib /\ Send(o) /\ UNCHANGED touched
                ELSE LET t == LaneOf(d,KeyOf[o]) IN
                     /\ inbox' = Put(ib,d,t,n,o) /\ touched' = [touched EXCEPT ![n] = @ \cup {t}]
                     /\ UNCHANGED va
             /\ UNCHANGED noisy
     /\ busy' = [busy EXCEPT ![l] = <<n,e,o>>]
  /\ UNCHANGED <<nextOff,cuts,vc,vb,vx>>
Lower(l) == /\ busy[l] # <<>> /\ (busy[l][2] = "src" => busy[l][3] \notin Slow)
            /\ busy' = [busy EXCEPT ![l] = <<>>]
            /\ UNCHANGED <<vd,inbox,cur,unsealed,newest,touched,left,sealedQ,vc,va,vb,vx>>
Leave(l,n) ==
  /\ Idle(l) /\ n \in (done+1)..Len(cuts) /\ l \in touched[n] \ left[n] /\ StageComplete(n,l)
  /\ Leaves = "idle" => \A e \in StageE(l) : inbox[e][l] = <<>>
  /\ IF SealsAtLeave /\ unsealed[l] \in 1..n
     THEN /\ sealedQ' = [sealedQ EXCEPT ![l] = Append(@, cur[l])]
          /\ unsealed' = [unsealed EXCEPT ![l] = 0]
     ELSE UNCHANGED <<sealedQ,unsealed>>
  /\ left' = [left EXCEPT ![n] = @ \cup {l}]
  /\ UNCHANGED <<vd,inbox,busy,cur,newest,touched,vc,va,vb,vx>>

(* ---------- committer ---------- *)
Due == CompleteTo > done \/ \E l \in Lanes : sealedQ[l] # <<>>
See ==  /\ pc = (IF Reads = "first" THEN "idle" ELSE "taken")
        /\ pc = "taken" \/ Due
        /\ seen' = CompleteTo /\ pc' = (IF Reads = "first" THEN "seen" ELSE "wait")
        /\ UNCHANGED <<vd,vl,sealedQ,round,done,va,vb,vx>>
Take == /\ pc = (IF Reads = "first" THEN "seen" ELSE "idle")
        /\ pc = "seen" \/ Due
        /\ round' = sealedQ /\ sealedQ' = Quiet
        /\ pc' = (IF Reads = "first" THEN "wait" ELSE "taken")
        /\ UNCHANGED <<vd,vl,seen,done,va,vb,vx>>
Newest(old) == [l \in Lanes |-> IF round[l] = <<>> THEN old[l] ELSE round[l][Len(round[l])]]
Apply == /\ pc = "wait"
         /\ IF Applies = "acked" THEN bLog' = Newest(bLog) ELSE UNCHANGED bLog
         /\ IF OutputAcked THEN bOut' = bOut \cup air /\ air' = {} ELSE UNCHANGED <<bOut,air>>
         /\ rocks' = Newest(rocks)
         /\ pc' = "applied"
         /\ UNCHANGED <<vd,vl,sealedQ,seen,round,done,airNext,bOff,ghost,faults>>
CommitOffsets ==
         /\ pc = "applied"
         /\ bOff' = (IF seen > done THEN cuts[seen] ELSE bOff)
         /\ bLog' = Newest(bLog)
         /\ done' = seen /\ pc' = "idle" /\ round' = Quiet
         /\ air' = air \cup airNext /\ airNext' = {}
         /\ touched' = [n \in Ep |-> IF n <= seen THEN {} ELSE touched[n]]
         /\ left' = [n \in Ep |-> IF n <= seen THEN {} ELSE left[n]]
         /\ UNCHANGED <<vd,inbox,busy,cur,unsealed,newest,sealedQ,seen,bOut,ghost,vx>>

(* ---------- faults ---------- *)
Parts(s) == {SubSeq(s,1,k) : k \in 0..Len(s)}
LastOf(s,v) == IF s = <<>> THEN v ELSE s[Len(s)]
UnderWay(l) == IF pc \in {"wait","taken"} \/ (pc = "applied" /\ Applies = "sent") THEN round[l] ELSE <<>>
Crash == /\ faults < MaxFaults /\ faults' = faults + 1
         /\ \E arrived \in SUBSET (air \cup airNext) : bOut' = bOut \cup arrived
         /\ \E k \in [Lanes -> 0..2] :
              /\ \A l \in Lanes : k[l] <= Len(UnderWay(l))
              /\ bLog' = [l \in Lanes |-> LastOf(SubSeq(UnderWay(l),1,k[l]), bLog[l])]
              /\ ghost' = [l \in Lanes |-> IF Late THEN SubSeq(UnderWay(l),k[l]+1,Len(UnderWay(l))) ELSE <<>>]
         /\ nextOff' = bOff + 1 /\ cuts' = <<>> /\ noisy' = FALSE
         /\ inbox' = [e \in E |-> Quiet] /\ busy' = Quiet
         /\ rocks' = (IF Restores THEN bLog' ELSE rocks)      \* RocksDB plus the changelog tail
         /\ cur' = rocks'
         /\ unsealed' = [l \in Lanes |-> 0] /\ newest' = [l \in Lanes |-> 0]
         /\ touched' = [n \in Ep |-> {}] /\ left' = [n \in Ep |-> {}]
         /\ sealedQ' = Quiet
         /\ pc' = "idle" /\ seen' = 0 /\ round' = Quiet /\ done' = 0
         /\ air' = {} /\ airNext' = {}
         /\ UNCHANGED bOff
LandGhost(l) ==
              /\ ghost[l] # <<>>
              /\ bLog' = [bLog EXCEPT ![l] = Head(ghost[l])]
              /\ ghost' = [ghost EXCEPT ![l] = Tail(@)]
              /\ UNCHANGED <<vd,vl,sealedQ,vc,va,bOut,bOff,vx>>

Finished == bOff = N /\ pc = "idle" /\ sealedQ = Quiet /\ ghost = Quiet
Runs(l) == \E e \in StageE(l) : Process(l,e)
Leaving(l) == \E n \in Ep : Leave(l,n)
Commits == See \/ Take \/ Apply \/ CommitOffsets
Work == Hand \/ Cut \/ Commits \/ \E l \in Lanes : Runs(l) \/ Lower(l) \/ Leaving(l) \/ LandGhost(l)
Next == Work \/ HandNoise \/ Crash \/ ((Finished \/ Slow # {}) /\ UNCHANGED vars)
Spec == Init /\ [][Next]_vars /\ WF_vars(Work)
(* Each thread goes on by itself, however busy others are; a lane that can leave each time it looks, leaves. *)
FairSpec == /\ Init /\ [][Next]_vars
            /\ WF_vars(Hand) /\ WF_vars(Cut) /\ WF_vars(HandNoise) /\ WF_vars(Commits)
            /\ \A l \in Lanes : WF_vars(Runs(l)) /\ WF_vars(Lower(l)) /\ SF_vars(Leaving(l))

(* ---------- what must hold ---------- *)
(* no input is lost: what is committed is in the state and in the output *)
InvNoLoss == \A o \in 1..bOff : o \in bOut /\ \A e \in E : <<e,o>> \in bLog[LaneOf(e,KeyOf[o])]
(* RocksDB is never ahead of the changelog *)
InvRocks == \A l \in Lanes : rocks[l] \subseteq bLog[l]
(* the changelog never loses what it had: nobody writes a value that is older than one that has been acknowledged *)
InvRocksKeepsUp == \A l \in Lanes : bLog[l] \subseteq cur[l]
(* a restored or running state is never older than the committed offsets *)
InvState == \A o \in 1..bOff : \A e \in E : <<e,o>> \in cur[LaneOf(e,KeyOf[o])]
(* an epoch that all its lanes have left has no work anywhere *)
InvComplete == \A n \in (done+1)..Len(cuts) : EpochComplete(n) => \A e \in E : AtZero(n,e)
Live == <>[](bOff = N)
(* while record 1 blocks its lane, all that does not pass through that lane is processed and sent *)
OthersFlow == <>[](\A o \in Offs : KeyOf[o] # KeyOf[1] => o \in bOut \cup air \cup airNext)
(* and what other lanes seal gets into changelog and RocksDB, though no offset is committed *)
OthersDurable == <>[](sealedQ = Quiet /\ pc = "idle" /\ rocks = bLog)
=============================================================================
