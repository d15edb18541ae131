"""Greetings, thanks, praise and blame, and questions to the builder itself."""

from __future__ import annotations

from cq.language.notation import rules

rules("""
hear Chat(topic="hello"), 0.05: @chathello
@chathello: (hi|hello|hey|hiya|howdy|yo) [there|builder|again|everyone|robot|friend]|greetings|morning
    good (morning|afternoon|evening|day)|(nice|pleased) to meet you
hear Chat(topic="thanks"), 0.05: @chatthanks
@chatthanks:
    (thanks|thank you|thx) [a lot|a bunch|so much|very much|again|kindly|a million|for that|for your help]
    many thanks|cheers|much appreciated|i appreciate it|appreciate it|ta|i am grateful|great thanks
@chatbye: (that|this) (is|will be) (all|it|everything|enough) [for now|for today|thanks]
    (we|i) (are|am) (done|finished|through)|[good] bye|goodbye|bye bye|see you [later|soon]|good night
    have a (nice|good) day|take care|farewell|nothing (else|more)|until next time
hear Chat(topic="bye"), 0.05: @chatbye
@chatsorry: [oh|i am] sorry [about that]|my (bad|fault|mistake)|no (worries|problem)
    got it|i see|alright then|you are welcome
@chatlaugh: @laughter [what|right|sure|yeah|funny]|[@laughter] [that is] fair enough|[@laughter] touche
    just a joke|knock knock
@laughter: haha|ha ha|hahaha|hehe|lol|lmao|rofl|heh
hear Chat(topic="laugh"), 0.1: @chatlaugh
hear Chat(topic="sorry"), 0.3: @chatsorry
@chatmood: how (are you|do you do|is it going|are things|do you feel) [doing] [today|now]|what is up
    you (ok|there)
    are you (well|ok|okay|there|ready|alive|happy|still there|fine|awake|listening)
hear Chat(topic="mood"), 0.05: @chatmood
@chatself: are you [a|an] (robot|bot|human|person|ai|machine|program|assistant|real|computer|man|woman)
    (who|what) are you|what is your name|do you have a name|who am i talking to|who (made|built) you
    introduce yourself|what should i call you|who is there
hear Chat(topic="self"), 0.05: @chatself
@feeling: weird|slow|deaf|blind|mad|angry|sad|bored|tired|hungry|serious|kidding|kidding me|joking|stuck
    broken|lonely|human|alive|upset|annoyed|offended|scared|jealous|crazy|drunk|shy
@always: always|really|just|still|even|getting|being|actually|ever
@sovery: so|a|a bit|this|that|as|very
@doyouever: do you|would you|you do not|do not you
@liking: like|love|enjoy|hate|prefer|want|mind
@favourite: favourite|favorite|favourite kind of|favorite kind of
@hurting: hurt|upset|bother|annoy|bore|offend
@chatfeelings: are you [@always] [@sovery] @feeling
    are you [@sovery] @feeling (at|with|of) (me|it|this|us)
    (did|do|does|have) (i|this|that|it|we) @hurting (you|your feelings)
    @doyouever [@always] @liking {:Liked} [,|?] [too] | what is your @favourite {:Liked}
    do you have [any] (feelings|friends|a family|hobbies|dreams)
    do you (sleep|dream|eat|think|feel [anything])
Liked: it|this|that|me|us|blocks|building|your job|colour|color|shape | {:Nominal} | {:Colour}
hear Chat(topic="feelings"), 0.1: @chatfeelings
hear Chat(topic="colours"), 0.05:
    (what|which) (colours|colors) [of blocks] (have you [got]|do you have|have we [got]|do we have|can i use)
    (what|which) (colours|colors) (can i (have|choose|pick|say)|are (available|possible|allowed))
@chathelp: what [else] (can|could) @who (do|build|make|say|ask|ask you|tell you|understand) [here|for me]
    (what|which) (shapes|colours|colors|commands) (do|can) you (know|have|build|make|use)
    (what|which) (words|orders|things|structures) (do|can) you (know|have|build|make|use)
    what (do|should|must) i (do|say|type) [now]|how does (this|it) work|how do you work
    how (do|can) i (start|begin)
    how do i (use|talk to) (this|you)|how can you help [me]|help [me] [please]|i need help
    what can you help me with
    what (are you able to do|do you know|are your abilities)
    what (do you do|are you good at|do you understand|are you for)
    what am i supposed to do|what is possible|what is this for|what are your skills
hear Chat(topic="abilities"), 0.05: @chathelp
@chatpraise: i (like|love) (it|that|this|what you built|what you did|how it looks)|that worked|it works
    you got it
    you did it|bravo|hooray|hurray|congratulations|wow|yay|keep it up|you are the best|you rock
    i am impressed
    way to go|nailed it|good for you|i am happy with (it|that)|finally|at last|about time
    (looks|sounds|seems) (good|great|fine|right) to me
@chatblame: i (do not like|hate|am not happy with|am unhappy with) (it|that|this|what you did|what you built)
    you (got it wrong|are not listening|did not listen|misunderstood|misunderstood me|made a mistake)
    that did not work
    oh no|boo|yuck|what have you done|what are you doing|shame|you do not understand me
@verygood: very|really|so|pretty|quite|just|absolutely|truly|super|that|too|rather|totally|a bit|all|much
    simply
@good: good|great|perfect|nice|well done|lovely|beautiful|wonderful|excellent|fantastic|brilliant|awesome
    amazing|cool
    correct|right|fine|superb|impressive|pretty|neat|clever|fabulous|splendid|spot on|marvellous|terrific
    smart|cute|adorable|sweet|funny|hilarious|kind|helpful|pleasant|charming|elegant|tall enough
    gorgeous|magnificent|better|the best|fun|tidy|as i wanted
    [exactly|just] what i (wanted|meant|had in mind|asked for|needed)
@bad: bad|awful|terrible|horrible|ugly|wrong|rubbish|stupid|silly|useless|incorrect|dumb|a mess|messy
    hideous
    disappointing|strange|weird|odd|a mistake|nonsense|crap|dreadful|poor|lousy|boring|broken|off|worse
    a disaster
    not (good|right|nice|great|correct|it)
    not (so good|pretty|what i wanted|what i meant|what i asked for|what i said)
@work: work|job|one|stuff|going|thinking|try|idea|build|builder|tower|robot|choice|move|bot|boy|girl
    effort|result|done
@judged: (it|that|this|everything|your work|that one) (is|was|looks|looked|seems|does look|sounds)|looks
    looking|how
    (these|they|you|those) (are|look|were|did)|what a|that looks like|now that is|all is|you (did|do) a
    you do|it
@asuch: a|an|one|such a|quite a|some
@minor: little|small|tiny|big|tall|old
hear Chat(topic="praise"), 0.1: [@judged] [@asuch] [@verygood] @good [@minor] [@work] | @chatpraise
hear Chat(topic="blame"), 0.1: [@judged] [@asuch] [@verygood] @bad [@minor] [@work] | @chatblame
@youthere: builder|robot|friend|mate|buddy|everyone|all|today|indeed|man|bot|assistant|very much|now|then
    pal|dear
hear SmallTalk: @chathello | @chatthanks | @chatpraise | [@judged] [@verygood] @good [@work] | @idle
hear Chat: {:SmallTalk} [,|.|!|and|but] {self:Chat} | {self:Chat} [,] [@the] @youthere
hear Talk, 0.1: {:SmallTalk} [,|.|!|and|but] {self:Talk}
""")
